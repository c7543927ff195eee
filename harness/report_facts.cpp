#include "harness/report_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/json.h"
#include "generators/strategy.h"

namespace holdfast {
namespace {

std::string text_of(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  return found != nullptr && found->is_string() ? found->text() : std::string();
}

std::uint64_t number_of(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  return found != nullptr && found->is_integer() && found->integer() > 0
             ? static_cast<std::uint64_t>(found->integer())
             : 0;
}

bool flag_of(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  return found != nullptr && found->is_boolean() && found->boolean();
}

std::vector<std::string> texts_of(const Value& object, std::string_view name) {
  std::vector<std::string> texts;
  const Value* found = object.find(name);
  for (std::size_t i = 0; found != nullptr && found->is_array() && i < found->size(); ++i) {
    texts.push_back(found->items()[i].text());
  }
  return texts;
}

// The place of an invariant in the order in which people read a manifest.
std::size_t rank_of(std::string_view invariant) {
  const auto* const found = std::find(std::begin(kInvariants), std::end(kInvariants), invariant);
  return static_cast<std::size_t>(found - std::begin(kInvariants));
}

std::string shell_word(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

// What a subject says may hold any text of the documents it saw; a code is a short word.
std::string word_or_length(const std::string& text) {
  constexpr std::size_t kWordBytesMax = 48;
  const bool is_word =
      !text.empty() && text.size() <= kWordBytesMax &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-.") == std::string::npos;
  return is_word ? text : "a text of " + counted(text.size(), "byte", "bytes");
}

class Gatherer {
 public:
  Gatherer(const RunRecord& record, const std::optional<ReportTimes>& times) : record_(record) {
    facts_.times = times;
  }

  Result<ReportFacts> gather(bool show_text) {
    header(show_text);
    rows();
    for (const RunBucket& bucket : record_.buckets) {
      if (auto error = add(bucket)) {
        return *error;
      }
    }
    std::stable_sort(facts_.buckets.begin(), facts_.buckets.end(),
                     [](const ReportBucket& a, const ReportBucket& b) {
                       return a.is_survivor() != b.is_survivor() ? a.is_survivor()
                                                                 : a.first_case < b.first_case;
                     });
    again();
    judge();
    grounds();
    return std::move(facts_);
  }

 private:
  void header(bool show_text) {
    const Value& header = record_.header;
    static const Value kNone = Value::object();
    const Value* found = header.find("subject");
    const Value& subject = found != nullptr ? *found : kNone;
    facts_.subject_identity = text_of(subject, "identity");
    facts_.subject_name = text_of(subject, "name");
    facts_.subject_version = text_of(subject, "version");
    reason_map_ = flag_of(subject, "reason_map");
    facts_.holdfast_version = text_of(header, "holdfast");
    facts_.seed = text_of(header, "seed");
    facts_.policy = text_of(header, "policy");
    facts_.schemas = texts_of(header, "schemas");
    facts_.generated = text_of(header, "documents") == "generated";
    facts_.show_text = facts_.generated || show_text;
    facts_.shard = record_.shard;
    facts_.cases = record_.totals.cases;
    facts_.block_cases = record_.block_cases;
    facts_.totals = record_.totals.counts;
    facts_.void_kills = record_.totals.void_kills;
    facts_.error = record_.totals.error.text();
    facts_.blocks = record_.blocks;
  }

  void rows() {
    for (const auto& [name, counts] : record_.totals.matrix) {
      if (!has_broken_any(counts)) {
        facts_.never_applied.push_back(name);
        continue;
      }
      ReportRow row{name, "", "", counts};
      for (const Strategy& strategy : mutations::all()) {
        if (strategy.name == name) {
          row.invariant = strategy.invariant;
          row.summary = strategy.summary;
        }
      }
      for (const RunBucket& bucket : record_.buckets) {
        if (row.invariant.empty() && bucket.key.strategy == name) {
          row.invariant = bucket.key.invariant;
        }
      }
      facts_.strategies.push_back(std::move(row));
    }
    std::stable_sort(facts_.strategies.begin(), facts_.strategies.end(),
                     [](const ReportRow& a, const ReportRow& b) {
                       return rank_of(a.invariant) < rank_of(b.invariant);
                     });
    for (const auto& [name, counts] : record_.totals.controls) {
      facts_.controls.push_back({name, "none", "", counts});
      for (const Control& control : controls::all()) {
        if (control.name == name) {
          facts_.controls.back().summary = control.summary;
        }
      }
    }
  }

  std::optional<Error> add(const RunBucket& bucket) {
    ReportBucket out;
    out.key = bucket.key;
    out.count = bucket.count;
    out.first_case = bucket.first_case;
    for (const std::string& reason : texts_of(bucket.line, "reasons")) {
      out.reasons.push_back(facts_.show_text ? reason : word_or_length(reason));
    }
    out.diagnosis = text_of(bucket.line, "diagnosis");
    if (!facts_.show_text && !out.diagnosis.empty()) {
      out.diagnosis = "The diagnosis may hold texts of the documents: " +
                      counted(out.diagnosis.size(), "byte", "bytes") + " are not shown.";
    }
    out.minimal = flag_of(bucket.line, "minimal");
    out.shrink_calls = number_of(bucket.line, "shrink_calls");
    const Value* stored = bucket.line.find("case");
    if (stored == nullptr || !stored->is_object()) {
      return Error{ErrorCode::kInput, "the bucket " + bucket.key.id() + " has no case",
                   record_.where + ":/case", "give a record as `holdfast hunt` wrote it"};
    }
    out.case_id = text_of(*stored, "id");
    if (stored->size() > 1) {
      auto read = case_from(*stored, record_.where + ": case of " + bucket.key.id());
      if (!read) {
        return read.error();
      }
      out.smallest = std::move(*read);
    }
    facts_.buckets.push_back(std::move(out));
    return std::nullopt;
  }

  // The folders of sessions and strategy files are no part of a record, so they are left open.
  void again() {
    const std::string& identity = facts_.subject_identity;
    std::string line = "holdfast hunt";
    for (const auto& [prefix, flag] :
         {std::pair<std::string_view, std::string_view>{"command: ", ""},
          {"one-shot command: ", " --one-shot"}}) {
      if (identity.compare(0, prefix.size(), prefix) == 0) {
        line += " --subject " + shell_word(identity.substr(prefix.size())) + std::string(flag);
      }
    }
    if (!facts_.generated) {
      line += " --session FILE";
    }
    if (record_.header.find("strategy_files") != nullptr) {
      line += " --strategies DIR";
    }
    if (facts_.policy != "exact") {
      line += " --policy " + facts_.policy;
    }
    const std::uint64_t items = number_of(record_.header, "list_items_max");
    if (items != kDefaultItems) {
      line += fmt::format(" --items {}", items);
    }
    const bool whole = facts_.shard.is_whole();
    line += fmt::format(" --seed {} --cases {}", facts_.seed,
                        whole ? facts_.cases : record_.cases_planned);
    facts_.again = line + (whole ? "" : " --shard " + facts_.shard.text());
  }

  bool control_failed() const {
    return std::any_of(facts_.buckets.begin(), facts_.buckets.end(),
                       [](const ReportBucket& bucket) { return bucket.is_control(); });
  }

  void judge() {
    const std::uint64_t asked = facts_.asked();
    const std::uint64_t survivors = facts_.of(Outcome::kAccepted);
    const std::uint64_t kinds = facts_.survivor_kinds();
    const std::string through =
        fmt::format("{} of {} were accepted", grouped(survivors),
                    counted(asked, "damaged document", "damaged documents"));
    const auto say = [&](Standing standing, std::string headline, std::string summary) {
      facts_.standing = standing;
      facts_.headline = std::move(headline);
      facts_.summary = std::move(summary);
    };
    if (record_.totals.abandoned || !facts_.error.empty()) {
      say(Standing::kUnfinished, "The run did not finish",
          "The subject failed too often on the way. What was not asked is no kill; of what was, " +
              through + ".");
    } else if (control_failed()) {
      say(Standing::kControlFailed, "A control failed, so this run proves nothing",
          "A change without meaning was not accepted. A verifier that refuses good documents kills "
          "everything; " +
              through + ".");
    } else if (survivors > 0) {
      say(Standing::kGotThrough,
          counted(kinds, "kind of damage got through", "kinds of damage got through"),
          through + ", where each one had to be refused.");
    } else if (!facts_.buckets.empty()) {
      say(Standing::kToLookAt, "Nothing got through, but not every refusal counts",
          fmt::format(
              "{} of {} were refused for a right reason. A wrong reason, silence or a crash "
              "closes nothing on purpose.",
              grouped(facts_.of(Outcome::kRejected)),
              counted(asked, "damaged document", "damaged documents")));
    } else if (asked == 0) {
      say(Standing::kNothingAsked, "Nothing is known: no damaged document was asked about",
          "No strategy fitted what the subject declares.");
    } else {
      say(Standing::kHeld, "Nothing got through",
          fmt::format("All {} were refused, each for a right reason.",
                      counted(asked, "damaged document", "damaged documents")));
    }
  }

  void ground(ReportGround::Kind kind, std::string text) {
    facts_.grounds.push_back({kind, std::move(text)});
  }

  void grounds() {
    using Kind = ReportGround::Kind;
    control_ground();
    const std::size_t all = facts_.strategies.size() + facts_.never_applied.size();
    ground(facts_.strategies.empty() ? Kind::kAgainst : Kind::kFor,
           fmt::format("Coverage: {} of {} strategies damaged at least one document{}.",
                       facts_.strategies.size(), all,
                       facts_.never_applied.empty()
                           ? ""
                           : "; the others had nothing to damage in what was asked about"));
    if (reason_map_) {
      ground(Kind::kFor, "Reasons: a refusal counts only if it names a reason that fits.");
    } else {
      ground(Kind::kAgainst,
             "Reasons: the subject declares none, so a refusal counts whatever its reason.");
    }
    const std::uint64_t equivalent = facts_.of(Outcome::kEquivalent);
    ground(
        Kind::kFor,
        "Oracle: an independent comparison proved of each document that it was damaged" +
            (equivalent == 0 ? std::string(".")
                             : fmt::format("; {} that it proved to mean the same {} not counted.",
                                           grouped(equivalent), equivalent == 1 ? "was" : "were")));
    if (const std::uint64_t not_asked = facts_.of(Outcome::kNotAsked); not_asked > 0) {
      ground(Kind::kAgainst,
             counted(not_asked, "case was not asked", "cases were not asked") +
                 ": the subject does not declare what they need, or it was given up.");
    }
    if (facts_.void_kills > 0) {
      ground(Kind::kAgainst, counted(facts_.void_kills, "kill is void", "kills are void") +
                                 ": they lie in blocks whose controls failed.");
    }
    if (!facts_.shard.is_whole()) {
      ground(Kind::kAgainst, "Shard " + facts_.shard.text() +
                                 " only: holdfast merge joins the parts of the campaign.");
    }
    if (record_.totals.twins.empty()) {
      ground(Kind::kNote,
             "Self-check: a record does not hold one; holdfast hunt --zoo shows that this version "
             "finds planted faults.");
    } else {
      ground(all_convicted(record_.totals.twins) ? Kind::kFor : Kind::kAgainst,
             "Self-check: " + describe(record_.totals.twins, "twins") + ".");
    }
  }

  void control_ground() {
    using Kind = ReportGround::Kind;
    std::uint64_t asked = 0;
    std::uint64_t accepted = 0;
    std::size_t kinds = 0;
    for (const ReportRow& row : facts_.controls) {
      asked += row.asked();
      accepted += row.of(Outcome::kControlAccepted);
      kinds += row.asked() > 0 ? 1 : 0;
    }
    if (asked == 0) {
      ground(Kind::kAgainst,
             "Controls: none was asked, so a verifier that refuses everything looks the same.");
    } else if (accepted == asked) {
      ground(Kind::kFor,
             fmt::format("Controls: all {} changes without meaning, of {}, were accepted.",
                         grouped(asked), counted(kinds, "kind", "kinds")));
    } else {
      ground(Kind::kAgainst,
             fmt::format("Controls: {} of {} changes without meaning were not accepted.",
                         grouped(asked - accepted), grouped(asked)));
    }
  }

  // As the flag of `hunt` has it; only another one is worth a word.
  static constexpr std::uint64_t kDefaultItems = 8;

  const RunRecord& record_;
  ReportFacts facts_;
  bool reason_map_ = false;
};

}  // namespace

Result<ReportTimes> read_run_times(std::string_view bytes, const std::string& where) {
  const JsonReading reading = read_json(bytes);
  if (!reading.value || text_of(*reading.value, "schema") != "run-times/v1") {
    return Error{ErrorCode::kInput, "no run-times/v1", where,
                 "give the times.json that `holdfast hunt` wrote beside the record, or none"};
  }
  return ReportTimes{number_of(*reading.value, "elapsed_ms"), number_of(*reading.value, "workers")};
}

std::string_view to_text(Standing standing) {
  constexpr std::string_view kNames[] = {"unfinished", "control_failed", "got_through",
                                         "to_look_at", "nothing_asked",  "held"};
  return kNames[static_cast<std::size_t>(standing)];
}

std::uint64_t ReportRow::asked() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) -
         of(Outcome::kEquivalent) - of(Outcome::kNotAsked);
}

std::uint64_t ReportFacts::asked() const {
  std::uint64_t sum = 0;
  for (const ReportRow& row : strategies) {
    sum += row.asked();
  }
  return sum;
}

std::uint64_t ReportFacts::survivor_kinds() const {
  return static_cast<std::uint64_t>(
      std::count_if(buckets.begin(), buckets.end(),
                    [](const ReportBucket& bucket) { return bucket.is_survivor(); }));
}

double ReportFacts::cases_per_second() const {
  return times && times->elapsed_ms > 0
             ? static_cast<double>(cases) * 1000 / static_cast<double>(times->elapsed_ms)
             : 0;
}

Result<ReportFacts> report_facts(const RunRecord& record, const std::optional<ReportTimes>& times,
                                 bool show_text) {
  return Gatherer(record, times).gather(show_text);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, ",");
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return grouped(number) + " " + std::string(number == 1 ? one : many);
}

std::string about_time(double seconds) {
  if (seconds < 0.1) {
    return "under 0.1 s";
  }
  return seconds < 60     ? fmt::format("about {:.1f} s", seconds)
         : seconds < 7200 ? fmt::format("about {:.0f} min", seconds / 60)
                          : fmt::format("about {:.0f} h", seconds / 3600);
}

}  // namespace holdfast
