#include "harness/zoo_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "harness/block.h"
#include "harness/probes.h"
#include "harness/replay.h"

namespace holdfast {
namespace {

using Clock = std::chrono::steady_clock;

// One kind of campaign among those that take turns.
struct Turn {
  Policy policy;
  std::size_t list_items_max;
};
constexpr std::size_t kLongList = 48;
constexpr std::array<Turn, 4> kTurns = {{{Policy::kExact, 8},
                                         {Policy::kMonotone, 8},
                                         {Policy::kExact, 8},
                                         {Policy::kExact, kLongList}}};

bool understands_all(const SubjectDescription& subject, const Value& evidence) {
  return std::all_of(evidence.names().begin(), evidence.names().end(),
                     [&](const std::string& kind) {
                       return std::find(subject.evidence.begin(), subject.evidence.end(), kind) !=
                              subject.evidence.end();
                     });
}

class Hunter {
 public:
  Hunter(const SubjectFactory& factory, std::uint64_t seed,
         const std::function<bool(Outcome)>& counts)
      : factory_(factory), seed_(seed), counts_(counts) {}

  ZooHunt run(std::uint64_t cases_max) {
    const Clock::time_point begin = Clock::now();
    ZooHunt hunt;
    hunt.seed = seed_;
    for (std::uint64_t block = 0; !found_ && cases_ < cases_max; ++block) {
      hunt_block(block, kTurns[block % kTurns.size()]);
    }
    hunt.cases = cases_;
    hunt.found = std::move(found_);
    hunt.elapsed_s = std::chrono::duration<double>(Clock::now() - begin).count();
    return hunt;
  }

 private:
  StreamOptions stream_options(const SubjectDescription& subject, const Turn& turn) const {
    StreamOptions options;
    options.seed = seed_;
    options.policy = turn.policy;
    options.list_items_max = turn.list_items_max;
    std::erase_if(options.versions, [&](Version version) {
      return std::find(subject.schemas.begin(), subject.schemas.end(), to_text(version)) ==
             subject.schemas.end();
    });
    return options;
  }

  void hunt_block(std::uint64_t block, const Turn& turn) {
    auto started = factory_.start();
    if (!started) {
      cases_ += kBlockCases;
      return;
    }
    Subject& subject = **started;
    const StreamOptions options = stream_options(subject.description(), turn);
    CaseStream stream(options);
    Probes probes(factory_, turn.policy);
    for (std::uint64_t i = 0; i < kBlockCases && !found_; ++i) {
      ++cases_;
      const StreamCase* made = stream.make(block * kBlockCases + i);
      const bool equivalent =
          made == nullptr || (made->strategy != nullptr && made->judgement.equal());
      if (!equivalent && understands_all(subject.description(), made->evidence)) {
        ask(subject, *made, turn, probes);
      }
    }
    if (!found_) {
      note(probes.after_block(subject));
    }
  }

  void ask(Subject& subject, const StreamCase& made, const Turn& turn, Probes& probes) {
    Question question;
    question.id = std::to_string(made.index);
    question.policy = to_text(turn.policy);
    question.before = {.form = SubjectDocument::Form::kValue, .value = made.before};
    question.after = made.after.view();
    question.evidence = made.evidence.is_null() ? nullptr : &made.evidence;
    const Answer answer = subject.verify(question);
    const Outcome outcome =
        outcome_of(answer, CaseStream::expectation(made), subject.description().has_reason_map);
    if (counts_(outcome)) {
      found_ = {outcome,
                std::string(made.strategy != nullptr ? made.strategy->name : made.control->name)};
      return;
    }
    note(probes.after_case(subject, made, question, answer));
  }

  void note(const std::optional<ProbeFinding>& finding) {
    if (finding && counts_(finding->outcome)) {
      found_ = {finding->outcome, "probe:" + std::string(finding->probe)};
    }
  }

  const SubjectFactory& factory_;
  const std::uint64_t seed_;
  const std::function<bool(Outcome)>& counts_;
  std::uint64_t cases_ = 0;
  std::optional<ZooSighting> found_;
};

template <typename Number>
Number median_of(std::vector<Number> numbers) {
  if (numbers.empty()) {
    return 0;
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers[(numbers.size() - 1) / 2];
}

template <typename Number>
std::vector<Number> each(const std::vector<ZooHunt>& hunts, Number ZooHunt::*part) {
  std::vector<Number> numbers;
  numbers.reserve(hunts.size());
  for (const ZooHunt& hunt : hunts) {
    numbers.push_back(hunt.*part);
  }
  return numbers;
}

// What found the fault most often; the first by name of equals.
std::string usual_finder(const ZooEntry& entry) {
  std::vector<std::string> finders;
  for (const ZooHunt& hunt : entry.hunts) {
    if (hunt.found) {
      finders.push_back(hunt.found->by);
    }
  }
  std::sort(finders.begin(), finders.end());
  std::string best;
  std::ptrdiff_t most = 0;
  for (const std::string& finder : finders) {
    const std::ptrdiff_t times = std::count(finders.begin(), finders.end(), finder);
    if (times > most) {
      most = times;
      best = finder;
    }
  }
  return best.empty() ? "-" : best;
}

}  // namespace

ZooHunt hunt_until(const SubjectFactory& factory, std::uint64_t seed, std::uint64_t cases_max,
                   const std::function<bool(Outcome)>& counts) {
  return Hunter(factory, seed, counts).run(cases_max);
}

std::uint64_t ZooEntry::times_found() const {
  return static_cast<std::uint64_t>(std::count_if(
      hunts.begin(), hunts.end(), [](const ZooHunt& hunt) { return hunt.found.has_value(); }));
}
std::uint64_t ZooEntry::median_cases() const { return median_of(each(hunts, &ZooHunt::cases)); }
double ZooEntry::median_s() const { return median_of(each(hunts, &ZooHunt::elapsed_s)); }
double ZooEntry::worst_s() const {
  double worst = 0;
  for (const ZooHunt& hunt : hunts) {
    worst = std::max(worst, hunt.elapsed_s);
  }
  return worst;
}

ZooEntry hunt_fault(const ZooFault& fault, const ZooOptions& options) {
  ZooEntry entry;
  entry.fault = &fault;
  const auto factory = make_zoo_subject_factory(fault);
  for (std::uint64_t i = 0; i < options.seeds; ++i) {
    entry.hunts.push_back(hunt_until(*factory, options.first_seed + i, options.cases_max,
                                     [&](Outcome outcome) { return shows(fault.kind, outcome); }));
  }
  return entry;
}

std::vector<ZooEntry> hunt_zoo(const ZooOptions& options) {
  const std::span<const ZooFault> faults = zoo::all();
  std::vector<ZooEntry> entries(faults.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < faults.size(); i = next++) {
      entries[i] = hunt_fault(faults[i], options);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.workers; ++i) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) {
    thread.join();
  }
  return entries;
}

std::string zoo_report(const std::vector<ZooEntry>& entries, const ZooOptions& options) {
  std::string text = fmt::format("{:<32} {:<15} {:>7} {:>8} {:>9} {:>9}  {}\n", "fault", "kind",
                                 "found", "cases", "median s", "worst s", "by");
  std::size_t found = 0;
  std::size_t quick = 0;
  for (const ZooEntry& entry : entries) {
    const bool always = entry.times_found() == entry.hunts.size();
    found += always ? 1 : 0;
    quick += always && entry.median_s() <= 1.0 ? 1 : 0;
    text += fmt::format(
        "{:<32} {:<15} {:>7} {:>8} {:>9.3f} {:>9.3f}  {}\n", entry.fault->name,
        to_text(entry.fault->kind), fmt::format("{}/{}", entry.times_found(), entry.hunts.size()),
        entry.median_cases(), entry.median_s(), entry.worst_s(), usual_finder(entry));
  }
  text += fmt::format("\n{} of {} faults found with every one of {} seeds; {} within one second\n",
                      found, entries.size(), options.seeds, quick);
  for (const ZooEntry& entry : entries) {
    if (entry.times_found() < entry.hunts.size()) {
      text += fmt::format("NOT FOUND with {} of {} seeds in {} cases each: {} ({})\n",
                          entry.hunts.size() - entry.times_found(), entry.hunts.size(),
                          options.cases_max, entry.fault->name, entry.fault->summary);
    }
  }
  return text;
}

Value to_value(const std::vector<ZooEntry>& entries, const ZooOptions& options) {
  Value faults = Value::array();
  for (const ZooEntry& entry : entries) {
    Value hunts = Value::array();
    for (const ZooHunt& hunt : entry.hunts) {
      Value item = Value::object(
          {{"seed", hunt.seed}, {"found", hunt.found.has_value()}, {"cases", hunt.cases}});
      if (hunt.found) {
        item.add("outcome", to_text(hunt.found->outcome));
        item.add("by", hunt.found->by);
      }
      hunts.append(std::move(item));
    }
    faults.append(Value::object({{"name", entry.fault->name},
                                 {"summary", entry.fault->summary},
                                 {"kind", to_text(entry.fault->kind)},
                                 {"times_found", entry.times_found()},
                                 {"median_cases", entry.median_cases()},
                                 {"hunts", std::move(hunts)}}));
  }
  return Value::object({{"seeds", options.seeds},
                        {"first_seed", options.first_seed},
                        {"cases_max", options.cases_max},
                        {"faults", std::move(faults)}});
}

}  // namespace holdfast
