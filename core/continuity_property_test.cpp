// Thousands of boundaries made from a known truth: what was changed, approved, observed, dropped,
// with several defects at once. The check has to find exactly that truth, and the gravest of it.
//
// The truth is written down where the story is made, as a table from fate to state and reason; no
// digest is compared for it. A boundary has a fate of its own (when its observations came, which
// snapshot is there), and so has each decision.
#include <array>
#include <map>
#include <set>

#include "core/continuity_test.h"

namespace holdfast {
namespace {

// SplitMix64: the same stories everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
  bool one_in(int count) { return below(count) == 0; }

 private:
  std::uint64_t state_;
};

enum class Fate {
  kSame,
  kApproved,
  kChanged,
  kReplayed,  // the approval was spent at an earlier boundary, or before
  kReversed,
  kChained,
  kOtherName,
  kOtherStep,
  kTooLate,  // the approval was given after the observation
  kByAgent,
  kByNobody,
  kAmbiguous,     // two approvals under one authority
  kGone,          // read, and not there
  kSourceGone,    // could not be read
  kCarriedOn,     // the record from before, once more
  kInvented,      // a record that no observation backs
  kNotBefore,     // there is no record from before
  kUnreadBefore,  // because it could not be read then
  kWrittenLater,  // the record from before was observed after the boundary
  kPlain,         // keyed by contract, plain after
  kPlainBefore,
  kUnknownKey,
  kOtherKey,
  kCount
};

enum class Course {
  kGood,
  kNoReload,
  kNoBefore,
  kTwoBefores,
  kNoAfter,
  kReloadAfterwards,
  kCallFirst,
  kLate,
  kClockBack,
  kCount
};

SecretKey key_of(char first) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) {
    bytes.push_back(static_cast<char>(first + i));
  }
  return std::move(*SecretKey::from_bytes(bytes));
}

using Truth = std::map<std::string, std::string>;  // name to "<state> <reason>"

struct Made {
  Story story;
  std::vector<Truth> truths;
  std::vector<std::pair<std::string, std::string>> primaries;  // name and what is told of it
};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : dice_(seed) {
    constexpr std::array<const char*, 7> kNames = {
        "scope", "approval-boundary", "acceptance-test", "target", "constraint", "budget", "owner"};
    made_.story.contract.decisions.clear();
    const int count = 3 + dice_.below(5);
    for (int i = 0; i < count; ++i) {
      made_.story.contract.decisions.push_back(
          terms_of(kNames[static_cast<std::size_t>(i)], !dice_.one_in(4), dice_.one_in(2)));
    }
    made_.story.keys = {key_id_of(writing_), key_id_of(reading_)};
  }

  Made make() {
    const int boundaries = 1 + dice_.below(4);
    for (int i = 0; i < boundaries; ++i) {
      make_boundary("b" + std::to_string(i));
    }
    shuffle(made_.story.approvals);
    settle_reasons();
    return std::move(made_);
  }

 private:
  struct Plan {
    const DecisionTerms* terms = nullptr;
    Fate fate = Fate::kSame;
    std::string before;
    std::string after;
    std::optional<DecisionRecord> old_record;
    std::optional<DecisionRecord> new_record;
  };

  Story& story() { return made_.story; }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
    }
  }

  std::string fresh(const DecisionTerms& terms, const SecretKey& key) {
    const Value value("value " + std::to_string(++values_));
    const DecisionBinding binding = {"task-1", terms.name};
    return terms.keyed ? keyed_decision_digest(key, binding, value)
                       : plain_decision_digest(binding, value);
  }
  std::string fresh(const DecisionTerms& terms) { return fresh(terms, writing_); }

  std::string authority() { return "ok-" + std::to_string(++authorities_); }

  void approve(const Plan& plan, const std::string& from, const std::string& to,
               const std::string& id, const std::string& approver = "Ada") {
    story().approvals.push_back({plan.terms->name, from, to, approver, id, clock_at(0)});
  }

  static bool fits(Fate fate, const DecisionTerms& terms) {
    switch (fate) {
      case Fate::kPlain:
      case Fate::kPlainBefore:
      case Fate::kUnknownKey:
      case Fate::kOtherKey:
        return terms.keyed;
      default:
        return true;
    }
  }

  // The digests of both sides and the approvals, by fate.
  Plan plan_of(const DecisionTerms& terms) {
    Plan plan;
    plan.terms = &terms;
    do {
      plan.fate = dice_.one_in(3) ? Fate::kSame
                                  : static_cast<Fate>(dice_.below(static_cast<int>(Fate::kCount)));
    } while (!fits(plan.fate, terms));
    plan.before = fresh(terms);
    plan.after = plan.before;
    if (plan.fate >= Fate::kApproved && plan.fate <= Fate::kAmbiguous) {
      plan.after = fresh(terms);
      plan_approvals(plan);
    } else if (plan.fate == Fate::kPlain) {
      plan.after = digest_of(terms.name, "plain");
    } else if (plan.fate == Fate::kPlainBefore) {
      plan.before = digest_of(terms.name, "plain");
    } else if (plan.fate == Fate::kUnknownKey) {
      plan.before = fresh(terms, foreign_);
      plan.after = dice_.one_in(2) ? plan.before : fresh(terms);
    } else if (plan.fate == Fate::kOtherKey) {
      plan.before = fresh(terms, reading_);
    }
    return plan;
  }

  void plan_approvals(Plan& plan) {
    const std::string id = authority();
    const std::string middle = fresh(*plan.terms);
    switch (plan.fate) {
      case Fate::kApproved:
      case Fate::kTooLate:  // dated when the observation is made
        approve(plan, plan.before, plan.after, id);
        break;
      case Fate::kReplayed:
        replay(plan, id);
        break;
      case Fate::kReversed:
        approve(plan, plan.after, plan.before, id);
        break;
      case Fate::kChained:
        approve(plan, plan.before, middle, id);
        approve(plan, middle, plan.after, authority());
        break;
      case Fate::kOtherName:
        approve(plan, plan.before, plan.after, id);
        story().approvals.back().name = plan.terms->name + "-2";
        break;
      case Fate::kOtherStep:
        approve(plan, plan.before, middle, id);
        break;
      case Fate::kByAgent:
        approve(plan, plan.before, plan.after, id, "agent-7");
        break;
      case Fate::kByNobody:
        approve(plan, plan.before, plan.after, id, " ");
        break;
      case Fate::kAmbiguous:
        approve(plan, plan.before, plan.after, id);
        approve(plan, plan.before, middle, id);
        break;
      default:
        break;
    }
  }

  // The very step that was approved and taken at an earlier boundary, where there is one.
  void replay(Plan& plan, const std::string& id) {
    const auto spent = spent_.find(plan.terms->name);
    if (spent != spent_.end()) {
      plan.before = spent->second.first;
      plan.after = spent->second.second;
      return;
    }
    approve(plan, plan.before, plan.after, id);
    story().used.push_back(id);
  }

  void record_before(std::vector<Plan>& plans, const std::string& id, Course course) {
    std::vector<DecisionRecord> records;
    for (Plan& plan : plans) {
      const std::string& name = plan.terms->name;
      if (plan.fate == Fate::kUnreadBefore) {
        story().fails(name);
      } else if (plan.fate == Fate::kWrittenLater) {
        plan.old_record = DecisionRecord{name, plan.before, "", "file:d.json#/" + name};
      } else if (plan.fate == Fate::kNotBefore) {
        story().absent(name);
      } else {
        plan.old_record = story().observe_digest(name, plan.before);
        records.push_back(*plan.old_record);
      }
    }
    if (course != Course::kNoBefore) {
      story().snapshot(id, Side::kBefore, records);
    }
    if (course == Course::kTwoBefores) {
      story().snapshot(id, Side::kBefore, records).taken_at = clock_at(1);
    }
  }

  void record_after(std::vector<Plan>& plans, const std::string& id, Course course) {
    std::vector<DecisionRecord> records;
    for (Plan& plan : plans) {
      const std::string& name = plan.terms->name;
      if (plan.fate == Fate::kGone) {
        story().absent(name);
        continue;
      }
      if (plan.fate == Fate::kSourceGone) {
        story().fails(name);
        continue;
      }
      if (plan.fate == Fate::kCarriedOn) {
        plan.new_record = plan.old_record;
      } else if (plan.fate == Fate::kInvented) {
        plan.new_record = DecisionRecord{name, plan.after, clock_at(story().second), "nowhere"};
      } else {
        plan.new_record = story().observe_digest(name, plan.after);
      }
      if (plan.fate == Fate::kTooLate) {
        for (Approval& approval : story().approvals) {
          if (approval.from == plan.before && approval.to == plan.after) {
            approval.at = plan.new_record->observed_at.substr(0, 19) + ".5Z";
          }
        }
      }
      records.push_back(*plan.new_record);
    }
    if (course != Course::kNoAfter) {
      story().snapshot(id, Side::kAfter, records);
    }
  }

  void make_boundary(const std::string& id) {
    story().second += 1000;  // behind every earlier window
    const Course course = dice_.one_in(2)
                              ? Course::kGood
                              : static_cast<Course>(dice_.below(static_cast<int>(Course::kCount)));
    std::vector<Plan> plans;
    for (const DecisionTerms& terms : story().contract.decisions) {
      plans.push_back(plan_of(terms));
    }
    record_before(plans, id, course);
    story().boundary(id);
    write_later(plans, id);
    if (course != Course::kNoReload) {
      story().reload();
    }
    if (course == Course::kCallFirst) {
      story().call();
    } else if (course == Course::kLate) {
      story().second += kWindow_s + 1;
    } else if (course == Course::kClockBack) {
      story().second -= 3;
      story().reload();
      story().second += 10;
    }
    record_after(plans, id, course);
    if (course == Course::kReloadAfterwards) {
      story().reload();
    }
    story().call();
    tell(plans, course);
  }

  // Records for the snapshot from before that are observed behind the boundary.
  void write_later(std::vector<Plan>& plans, const std::string& id) {
    for (Plan& plan : plans) {
      if (plan.fate == Fate::kWrittenLater) {
        plan.old_record = story().observe_digest(plan.terms->name, plan.before);
        for (DecisionSnapshot& snapshot : story().snapshots) {
          if (snapshot.boundary_id == id) {
            snapshot.decisions.push_back(*plan.old_record);
          }
        }
      }
    }
  }

  static std::string lateness(Course course) {
    switch (course) {
      case Course::kReloadAfterwards:
        return "unverified observed_before_reload";
      case Course::kCallFirst:
        return "unverified observed_after_consequential_call";
      case Course::kLate:
        return "unverified outside_window";
      case Course::kClockBack:
        return "unverified clock_backwards";
      default:
        return "";
    }
  }

  // What is true of the decision, given that both snapshots are there.
  static std::string truth_of(const Plan& plan, Course course) {
    const bool required = plan.terms->required;
    const std::string late = lateness(course);
    switch (plan.fate) {
      case Fate::kSame:
        return late.empty() ? "preserved equal" : late;
      case Fate::kApproved:
        return late.empty() ? "approved-change approved" : late;
      case Fate::kChanged:
        return "conflicting (none)";  // settled when all approvals are known
      case Fate::kReplayed:
        return "conflicting approval_used";
      case Fate::kReversed:
        return "conflicting approval_reversed";
      case Fate::kChained:
        return "conflicting approval_chained";
      case Fate::kOtherName:
        return "conflicting approval_of_another_name";
      case Fate::kOtherStep:
        return "conflicting approval_of_another_transition";
      case Fate::kTooLate:
        return "conflicting approval_after_observation";
      case Fate::kByAgent:
        return "conflicting approval_by_agent";
      case Fate::kByNobody:
        return "conflicting approval_by_nobody";
      case Fate::kAmbiguous:
        return "conflicting approval_ambiguous";
      case Fate::kGone:
        return required ? "dropped absent_after" : "unverified optional_absent_after";
      case Fate::kSourceGone:
        return "unverified source_missing";
      case Fate::kCarriedOn:
        return "unverified observed_before_boundary";
      case Fate::kInvented:
        return "unverified observation_not_recorded";
      case Fate::kNotBefore:
        return required ? "continuity-evidence-missing not_recorded_before"
                        : "conflicting appeared";
      case Fate::kUnreadBefore:
        return "continuity-evidence-missing source_missing_before";
      case Fate::kWrittenLater:
        return "continuity-evidence-missing before_taken_after_boundary";
      case Fate::kPlain:
        return "unverified plain_digest";
      case Fate::kPlainBefore:
        return "continuity-evidence-missing plain_digest_before";
      case Fate::kUnknownKey:
        return "unverified unknown_key";
      case Fate::kOtherKey:
        return "unverified key_changed";
      case Fate::kCount:
        break;
    }
    return "";
  }

  void tell(const std::vector<Plan>& plans, Course course) {
    Truth truth;
    for (const Plan& plan : plans) {
      std::string& told_of = truth[plan.terms->name];
      if (course == Course::kNoBefore) {
        told_of = "continuity-evidence-missing no_before_snapshot";
      } else if (course == Course::kTwoBefores) {
        told_of = "continuity-evidence-missing before_repeated";
      } else if (course == Course::kNoAfter) {
        // An optional decision on neither side is none.
        if (!plan.terms->required && !plan.old_record) {
          truth.erase(plan.terms->name);
          continue;
        }
        told_of = "unverified no_after_snapshot";
      } else {
        told_of = truth_of(plan, course);
      }
      if (told_of == "approved-change approved") {
        spent_[plan.terms->name] = {plan.before, plan.after};
      }
    }
    if (truth.empty()) {
      truth[""] = "continuity-evidence-missing nothing_recorded";
    }
    made_.truths.push_back(std::move(truth));
  }

  // Without any approval of its name, a change has none; with one, that is for another step.
  void settle_reasons() {
    std::set<std::string> approved;
    for (const Approval& approval : story().approvals) {
      approved.insert(approval.name);
    }
    for (Truth& truth : made_.truths) {
      for (auto& [name, told_of] : truth) {
        if (told_of == "conflicting (none)") {
          told_of = approved.count(name) != 0 ? "conflicting approval_of_another_transition"
                                              : "conflicting no_approval";
        }
      }
    }
  }

  Dice dice_;
  Made made_;
  SecretKey writing_ = key_of(1);
  SecretKey reading_ = key_of(2);
  SecretKey foreign_ = key_of(3);
  int values_ = 0;
  int authorities_ = 0;
  std::map<std::string, std::pair<std::string, std::string>> spent_;
};

// The gravest by the ladder as it is written in the design, from the top; the first by name.
std::string gravest(const Truth& truth) {
  const std::vector<std::pair<std::string, std::string>> ladder = {
      {"dropped", "approval-boundary"},
      {"conflicting", "scope"},
      {"dropped", ""},
      {"conflicting", ""},
      {"continuity-evidence-missing", ""},
      {"unverified", ""},
      {"approved-change", ""},
      {"preserved", ""}};
  for (const auto& [state, only] : ladder) {
    for (const auto& [name, told_of] : truth) {
      if (told_of.substr(0, told_of.find(' ')) == state && (only.empty() || only == name)) {
        return told_of;
      }
    }
  }
  return "";
}

TEST(ContinuityProperty, FindsExactlyTheTruthAndTheGravestOfIt) {
  std::map<std::string, int> seen;
  int boundaries = 0;
  int with_several_defects = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const Made made = Maker(seed).make();
    const std::vector<BoundaryContinuity> results = made.story.classify();
    ASSERT_EQ(results.size(), made.truths.size()) << "seed " << seed;
    for (std::size_t i = 0; i < results.size(); ++i) {
      Truth found;
      int defects = 0;
      for (const DecisionContinuity& decision : results[i].decisions) {
        found[decision.name] = told(decision);
        defects += is_continuous(decision.state) ? 0 : 1;
        ++seen[told(decision)];
      }
      ASSERT_EQ(found, made.truths[i]) << "seed " << seed << ", boundary " << i;
      ASSERT_EQ(std::string(to_text(results[i].state)) + " " + std::string(results[i].reason),
                gravest(made.truths[i]))
          << "seed " << seed << ", boundary " << i;
      ++boundaries;
      with_several_defects += defects > 1 ? 1 : 0;
    }
  }
  // The property is worth what its stories hold.
  EXPECT_GT(boundaries, 9000);
  EXPECT_GT(with_several_defects, 5000);
  EXPECT_EQ(seen.size(), 32U);
  for (const auto& [what, count] : seen) {
    EXPECT_GE(count, 20) << what;
  }
}

TEST(ContinuityProperty, DoesNotDependOnTheOrderOfApprovals) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Made made = Maker(seed).make();
    const auto words = [&] {
      std::string all;
      for (const BoundaryContinuity& result : made.story.classify()) {
        for (const DecisionContinuity& decision : result.decisions) {
          all += decision.name + " " + told(decision) + " " + decision.authority_id + "\n";
        }
      }
      return all;
    };
    const std::string first = words();
    std::reverse(made.story.approvals.begin(), made.story.approvals.end());
    ASSERT_EQ(words(), first) << "seed " << seed;
  }
}

// Taking evidence away never makes a boundary healthy that was not.
TEST(ContinuityProperty, LessEvidenceNeverOpens) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Made made = Maker(seed).make();
    const std::vector<BoundaryContinuity> whole = made.story.classify();
    const auto check = [&](const Story& story, std::string_view what) {
      for (const BoundaryContinuity& result : story.classify()) {
        const auto same = std::find_if(whole.begin(), whole.end(), [&](const auto& one) {
          return one.boundary_id == result.boundary_id;
        });
        if (same != whole.end() && !is_continuous(same->state)) {
          ASSERT_FALSE(is_continuous(result.state)) << "seed " << seed << " without " << what;
        }
      }
    };
    for (std::size_t i = 0; i < made.story.snapshots.size(); ++i) {
      Story less = made.story;
      less.snapshots.erase(less.snapshots.begin() + static_cast<std::ptrdiff_t>(i));
      // Of two records from before, the other one is left to be believed.
      if (less.snapshots.size() + 1 == made.story.snapshots.size() &&
          std::count_if(made.story.snapshots.begin(), made.story.snapshots.end(),
                        [&](const DecisionSnapshot& one) {
                          return one.boundary_id == made.story.snapshots[i].boundary_id &&
                                 one.side == Side::kBefore;
                        }) < 2) {
        check(less, "snapshot " + std::to_string(i));
      }
    }
    for (std::size_t i = 0; i < made.story.events.size(); ++i) {
      if (made.story.events[i].kind == BoundaryEventKind::kObservation) {
        Story less = made.story;
        less.events.erase(less.events.begin() + static_cast<std::ptrdiff_t>(i));
        check(less, "observation " + std::to_string(i));
      }
    }
    Story less = made.story;
    less.keys.clear();
    check(less, "keys");
  }
}

}  // namespace
}  // namespace holdfast
