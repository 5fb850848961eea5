// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/expectations.h"

#include "scenarios/known_verdicts.h"

namespace racewindow::operation_lock {
namespace {

const Words without_lock{"unguarded", "request-advisory-lock", "pointer-cas"};
// Designs whose time stamps are the clients' and whose lock can be taken over.
const Words expiring{"accepted",
                     "release-by-key",
                     "user-as-owner",
                     "read-then-write-takeover",
                     "lock-and-pointer-cas",
                     "lock-and-reread-cas"};
const Words replaces{"two-replaces",  "replace-and-reparse", "dying-replace", "slow-replace",
                     "two-tabs",      "clock-ahead",         "lost-reply",    "refused-statement",
                     "late-statement"};
const Words expiry{"dying-replace", "slow-replace", "two-tabs"};
const Words skewed{"clock-ahead", "clock-behind"};
const Words degrading{"table-missing", "table-appears", "instance-behind"};

const Words mixed{"one-origin-at-rest", "result-is-current"};

// Designs without a lock that excludes.
const std::vector<Known> of_open_designs{
    {without_lock, replaces, mixed,
     "the steps of two flows alternate: one writes the parts last, the other the pointer or the "
     "result"},
    {without_lock,
     replaces,
     {"one-inside"},
     "nothing keeps the second one out from one request to the next"},
    {without_lock,
     {"two-replaces", "replace-and-reparse", "two-roles", "two-comparisons", "dying-replace",
      "slow-replace", "two-tabs", "clock-ahead", "recompare-beside-replace", "lost-reply",
      "refused-statement", "late-statement"},
     {"locked-or-warned"},
     "there is no lock that outlasts a request"},
    {without_lock,
     {"replace-and-reparse"},
     {"reparse-acquires-once"},
     "there is no lock to acquire"},
    {{"session-advisory-lock"},
     {"two-replaces"},
     {"one-origin-at-rest", "result-is-current", "one-inside"},
     "both requests got the connection that holds the lock: one session locks as often as it "
     "likes"},
    {{"session-advisory-lock"},
     {"two-replaces", "two-roles"},
     {"released-when-ended"},
     "the unlock goes to the connection that does not hold the lock"},
    {{"session-advisory-lock"},
     {"two-replaces"},
     {"conflict-is-honest"},
     "the lock that was left on a connection refuses whoever gets the other one"},
};

// Designs that are the accepted one but for one thing.
const std::vector<Known> of_variants{
    {{"release-by-key"},
     expiry,
     {"owner-releases"},
     "an operation whose lock was taken over releases its successor's"},
    {{"user-as-owner"},
     {"two-tabs"},
     {"owner-releases"},
     "the tab whose lock was taken over is the same owner as the one that took it"},
    {{"read-then-write-takeover"},
     {"orphaned-lock"},
     {"takeover-after-ttl", "one-inside", "one-origin-at-rest", "result-is-current"},
     "both read that the lock has expired, and the second one takes it from the first"},
    {{"lock-without-ttl"},
     {"dying-replace"},
     {"later-operation-gets-in"},
     "nobody ever takes over the lock of a process that died"},
    {{"lock-before-guards"},
     {"rejected-calls"},
     {"cheap-guards-first"},
     "the lock was acquired before the guards had looked"},
    {{"lock-and-pointer-cas"},
     {"two-replaces", "replace-and-reparse", "slow-replace"},
     {"one-origin-at-rest"},
     "an operation that saw the pointer before it got the lock finds it moved when its parts are "
     "written already (finding 12)"},
};

// The accepted design, and what its variants share with it.
const std::vector<Known> of_the_lock{
    {{"accepted", "unguarded", "request-advisory-lock", "lock-and-reread-cas"},
     {"replace-and-reparse"},
     {"reparse-keeps-file"},
     "the reparse reads which file is stored before it has the lock (finding 08)"},
    {{"unguarded", "request-advisory-lock", "session-advisory-lock", "accepted",
      "lock-and-pointer-cas"},
     {"two-roles"},
     {"result-is-current"},
     "each role has a lock of its own, and both flows end in a recompare of both roles (finding "
     "12)"},
    {{"unguarded", "accepted", "pointer-cas", "lock-and-pointer-cas", "lock-and-reread-cas"},
     {"recompare-beside-replace"},
     {"result-is-current"},
     "a replace goes by between what the recompare reads and what it writes (finding 12)"},
    {{"accepted", "release-by-key", "lock-without-ttl", "repaired", "repaired-in-steps"},
     {"dying-replace"},
     {"next-operation-gets-in"},
     "a dead process keeps its lock: until the TTL is over the file is refused to others"},
    {{"accepted", "release-by-key", "lock-without-ttl"},
     {"dying-replace"},
     mixed,
     "a death between parts and pointer, or between pointer and result, leaves them as they are "
     "(finding 07)"},
    {{"accepted", "release-by-key", "user-as-owner", "read-then-write-takeover",
      "lock-and-reread-cas"},
     {"slow-replace", "two-tabs"},
     mixed,
     "a flow that is slower than the TTL goes on beside its successor: the residual risk that the "
     "document names"},
    {expiring,
     expiry,
     {"takeover-after-ttl", "one-inside"},
     "time passes between the client's clock and the INSERT: the lock is old when it is new "
     "(finding 09)"},
    {{"lock-and-pointer-cas"},
     {"slow-replace"},
     {"result-is-current"},
     "a flow that is slower than the TTL goes on beside its successor: the residual risk that the "
     "document names"},
    {{"accepted"},
     skewed,
     {"takeover-after-ttl", "one-inside", "one-origin-at-rest", "result-is-current"},
     "to a client that is 20 minutes ahead of the lock's every lock has expired (finding 09)"},
    {{"accepted"},
     {"dying-ahead"},
     {"later-operation-gets-in"},
     "the dead process's lock is from the future, and expires as much later (finding 09)"},
    {{"accepted"},
     {"dying-ahead"},
     mixed,
     "a death between parts and pointer, or between pointer and result, leaves them as they are "
     "(finding 07)"},
    {{"accepted"},
     degrading,
     {"one-inside", "one-origin-at-rest", "result-is-current"},
     "an operation that runs unlocked goes on beside any other, locked or not (finding 11)"},
    {{"repaired"},
     degrading,
     {"one-inside"},
     "an operation that runs unlocked goes on beside any other, locked or not (finding 11)"},
};

const std::vector<Known> of_replies_gone_astray{
    {{"accepted"},
     {"lost-reply"},
     {"released-when-ended", "next-operation-gets-in", "conflict-is-honest"},
     "the acquire took effect and its caller gave up: nobody releases (finding 10)"},
    {{"accepted", "repaired"},
     {"refused-statement"},
     {"released-when-ended", "next-operation-gets-in", "conflict-is-honest"},
     "a release that failed is logged, and left to the takeover"},
    {{"accepted", "lock-and-pointer-cas", "lock-and-reread-cas", "repaired"},
     {"late-statement"},
     {"released-when-ended", "next-operation-gets-in", "conflict-is-honest"},
     "an acquire takes effect when its caller has given up: nobody releases (finding 10)"},
    {{"accepted"},
     {"lost-reply", "refused-statement"},
     mixed,
     "a flow that is thrown out between parts and pointer, or pointer and result, leaves them as "
     "they are (finding 07)"},
    {{"accepted", "lock-and-pointer-cas", "lock-and-reread-cas"},
     {"late-statement"},
     mixed,
     "a write that is late takes effect in the middle of the next holder's (finding 10)"},
};

// What no design has whose parts and pointer are two requests.
const std::vector<Known> of_two_writes{
    {{"unguarded", "request-advisory-lock", "session-advisory-lock", "accepted", "release-by-key",
      "user-as-owner", "read-then-write-takeover", "lock-without-ttl", "lock-before-guards",
      "pointer-cas", "lock-and-pointer-cas", "lock-and-reread-cas"},
     {"two-replaces",      "replace-and-reparse", "two-roles",      "two-comparisons",
      "blank-file",        "missing-file",        "rejected-calls", "recompare-beside-replace",
      "dying-replace",     "slow-replace",        "two-tabs",       "orphaned-lock",
      "clock-ahead",       "clock-behind",        "dying-ahead",    "lost-reply",
      "refused-statement", "late-statement",      "table-missing",  "table-appears",
      "instance-behind"},
     {"one-origin-to-readers"},
     "between the part upsert and the pointer patch of one operation a reader sees the parts of "
     "the new file under the old pointer (finding 07)"},
};

}  // namespace

void expect_known_verdicts(Scenario& scenario, std::string_view design, std::string_view workload) {
  for (const auto& table :
       {of_open_designs, of_variants, of_the_lock, of_replies_gone_astray, of_two_writes}) {
    expect_known(scenario, table, design, workload);
  }
}

}  // namespace racewindow::operation_lock
