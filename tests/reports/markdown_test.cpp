// SPDX-License-Identifier: Apache-2.0
#include "reports/markdown.h"

#include <gmock/gmock.h>

namespace racewindow {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string written(Block block) {
  Document document{"title", {}};
  document.add(std::move(block));
  return to_markdown(document).substr(std::string("# title\n\n").size());
}

TEST(Markdown, text_is_shown_as_it_is) {
  EXPECT_EQ(written(Paragraph{"a *b* <script> [x](y) `c` a_b _d_ $1 & #"}),
            "a \\*b\\* \\<script\\> \\[x\\](y) \\`c\\` a_b \\_d\\_ \\$1 \\& \\#\n");
  EXPECT_EQ(written(Paragraph{"- no list"}), "\\- no list\n");
  EXPECT_EQ(written(Paragraph{"1. no list"}), "1\\. no list\n");
}

TEST(Markdown, what_cannot_be_shown_safely_is_written_out) {
  EXPECT_EQ(written(Paragraph{Line(code("a\nb\x1b[31m\xff"))}), "`a\\nb\\x1b[31m\\xff`\n");
  EXPECT_THAT(written(Paragraph{"\u202egnp.exe"}), Not(HasSubstr("\u202e")));
}

TEST(Markdown, code_is_fenced_by_more_backticks_than_it_holds) {
  EXPECT_EQ(written(Paragraph{Line(code("a `` b"))}), "```a `` b```\n");
  EXPECT_EQ(written(Paragraph{Line(code("`"))}), "`` ` ``\n");
  EXPECT_EQ(written(CodeBlock{"sh", "echo ```\ntrue\n"}), "````sh\necho ```\ntrue\n````\n");
}

TEST(Markdown, a_bar_in_a_cell_does_not_end_it) {
  DocumentTable table{{{"a"}, {"n", true}}, {{Line(code("x || y")), Line("1 | 2")}}};
  EXPECT_EQ(written(table),
            "| a | n |\n"
            "| --- | --: |\n"
            "| `x \\|\\| y` | 1 \\| 2 |\n");
  EXPECT_EQ(written(Paragraph{Line(code("x || y"))}), "`x || y`\n");
}

TEST(Markdown, mermaid_messages_hold_nothing_that_mermaid_reads) {
  SequenceDiagram diagram{{"admin", "database"}, {{0, 1, "SELECT 1; end <b>"}}};
  EXPECT_EQ(written(diagram),
            "```mermaid\n"
            "sequenceDiagram\n"
            "  participant P0 as admin\n"
            "  participant P1 as database\n"
            "  P0->>P1: SELECT 1#59; #101;nd #60;b#62;\n"
            "```\n");
}

}  // namespace
}  // namespace racewindow
