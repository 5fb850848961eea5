// SPDX-License-Identifier: Apache-2.0
// write_pages FOLDER [FILE.json…]: for the browser test, NAME.html and NAME.json of each of the
// results of pages.h and of each file.
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "reports/html.h"
#include "reports/json.h"
#include "tests/html/pages.h"

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

void write_page(const std::filesystem::path& folder, const std::string& name,
                const racewindow::ResultFile& results) {
  write(folder / (name + ".html"), racewindow::html_report(results));
  write(folder / (name + ".json"), racewindow::to_json(results));
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write_pages(const std::filesystem::path& folder, int count, char** files) {
  constexpr std::size_t kManySteps = 5'000;
  write_page(folder, "stepped", racewindow::stepped_results());
  write_page(folder, "hostile", racewindow::hostile_results());
  write_page(folder, "long", racewindow::long_results(kManySteps));
  for (int n = 0; n < count; ++n) {
    const std::filesystem::path path = files[n];
    write_page(folder, path.stem().string(), racewindow::parse_result_file(read(path)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: write_pages FOLDER [FILE.json…]\n";
    return 2;
  }
  try {
    write_pages(argv[1], argc - 2, argv + 2);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
