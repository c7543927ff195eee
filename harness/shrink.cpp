#include "harness/shrink.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/json.h"
#include "core/unicode.h"
#include "generators/ledger_for.h"
#include "harness/oracle.h"
#include "harness/shrink_documents.h"
#include "harness/shrink_leaves.h"
#include "harness/shrink_proof.h"

namespace holdfast {
namespace {

constexpr std::size_t kSeparateMax = 3;
// Raw texts are cut in pieces of at least this share: byte by byte costs more calls than it tells.
constexpr std::size_t kRawPieces = 8;

// Pairs of texts that differ in one known way, in the order of sizes: a verifier that folds,
// trims or shortens does not tell them apart.
struct TextPair {
  std::string_view before;
  std::string_view after;
};
constexpr TextPair kTextPairs[] = {
    {"x", "y"},    {"y", "x"},     {"x", "X"},   {"X", "x"},   {"x", "x "},
    {"x ", "x"},   {"x", " x"},    {" x", "x"},  {"xx", "x"},  {"x", "xx"},
    {"xy", "yx"},  {"x y", "x z"}, {"x", "x y"}, {"x y", "x"}, {"must x", "should x"},
    {"x not", "x"}};

class Shrinker {
 public:
  Shrinker(const Case& failing, const BucketKey& key, const SubjectFactory& factory,
           const ShrinkOptions& options)
      : best_(failing),
        size_(size_of(failing)),
        joints_(failing),
        key_(key),
        options_(options),
        budget_(without_last(options.limits)),
        asker_(factory, budget_),
        violated_(judge_case(failing)),
        named_(names_expected(failing)) {}

  Shrunk run() {
    Shrunk shrunk;
    if (budget_.exhausted()) {
      return finish(std::move(shrunk));
    }
    if (asker_.ask(best_, true) != key_.outcome) {
      shrunk.needs_history = true;
      return finish(std::move(shrunk));
    }
    const Case found = best_;
    const CaseSize found_size = size_;
    pass_all();
    // A subject that remembers may have been led on by the search.
    if (changed_ && !fresh_each_ && asker_.ask(best_, true) != key_.outcome) {
      fresh_each_ = true;
      best_ = found;
      size_ = found_size;
      seen_.clear();
      changed_ = false;
      pass_all();
    }
    return finish(std::move(shrunk));
  }

 private:
  Shrunk finish(Shrunk shrunk) {
    if (changed_) {
      best_.id = case_id(key_.strategy.empty() ? "case" : key_.strategy, best_);
    }
    shrunk.minimal = !budget_.cut_short() && !shrunk.needs_history;
    shrunk.smallest = std::move(best_);
    shrunk.calls = budget_.calls();
    shrunk.separate = std::move(separate_);
    return shrunk;
  }

  void pass_all() {
    for (bool smaller = true; smaller && !budget_.exhausted();) {
      smaller = drop_rounds();
      smaller = drop_spelling() || smaller;
      smaller = make_plain() || smaller;
      smaller = drop_edits() || smaller;
      smaller = drop_evidence() || smaller;
      smaller = drop_all_items() || smaller;
      smaller = plain_members() || smaller;
      smaller = first_version() || smaller;
      smaller = try_small_lists() || smaller;
      smaller = drop_members() || smaller;
      smaller = plain_words() || smaller;
      smaller = shorten_texts() || smaller;
      smaller = plain_leaves() || smaller;
      smaller = shorten_pairs() || smaller;
      smaller = shorten_raw() || smaller;
    }
  }

  // The last call is kept for the question whether a fresh subject fails as well.
  static ShrinkLimits without_last(ShrinkLimits limits) {
    limits.calls_max -= limits.calls_max > 1 ? 1 : 0;
    return limits;
  }

  static bool names_expected(const Case& c) {
    const std::set<std::string> codes = named_codes(c);
    return std::any_of(c.expect.codes.begin(), c.expect.codes.end(),
                       [&](const std::string& code) { return codes.count(code) > 0; });
  }

  // Of two writes with one effect id the first is dropped, and what is left is an invented write:
  // the same invariant, but no longer what was found.
  bool keeps_reason(Case& candidate) const {
    if (!named_ || names_expected(candidate)) {
      return true;
    }
    std::set<std::string> codes = named_codes(candidate);
    codes.erase("unexplained_difference");
    if (options_.keep_reason || codes.empty()) {
      return false;
    }
    candidate.expect.codes.assign(codes.begin(), codes.end());
    return true;
  }

  // Replaces the best case if the candidate is smaller and the same failure.
  bool improve(Case candidate) {
    joints_.settle(candidate);
    CaseSize size = size_of(candidate);
    if (!(size < size_) || !seen_.insert(std::to_string(size.rounds) + size.text).second ||
        !has_valid_start(candidate)) {
      return false;
    }
    const OracleJudgement judgement = judge_case(candidate);
    if (!(judgement == violated_)) {
      keep_separate(candidate, judgement);
      return false;
    }
    if (!keeps_reason(candidate) || budget_.exhausted() ||
        asker_.ask(candidate, fresh_each_) != key_.outcome) {
      return false;
    }
    best_ = std::move(candidate);
    size_ = std::move(size);
    changed_ = true;
    note_edits(best_);
    if (options_.on_smaller) {
      options_.on_smaller(best_, budget_.calls());
    }
    return true;
  }

  // The edits of the documents as they are now, not as they were found.
  static void note_edits(Case& c) {
    if (!c.provenance.is_object()) {
      c.provenance = Value::object();
    }
    c.provenance.erase("edits");
    if (c.kind != "chain" && c.after.form == SubjectDocument::Form::kValue) {
      c.provenance.set("edits", to_value(edits_between(c.before.value, c.after.value)));
    }
    c.provenance.set("shrunk", true);
  }

  // A case that violates something else and is let through as well, asked about once each.
  void keep_separate(Case candidate, const OracleJudgement& judgement) {
    if (key_.outcome != Outcome::kAccepted || judgement.equal() ||
        separate_.size() >= kSeparateMax || budget_.exhausted()) {
      return;
    }
    std::set<std::string> codes = named_codes(candidate);
    codes.erase("unexplained_difference");
    const std::string first = judgement.violated.front();
    if (codes.empty() || !asked_separately_.insert(first).second) {
      return;
    }
    candidate.expect.codes.assign(codes.begin(), codes.end());
    if (asker_.ask(candidate, fresh_each_) == Outcome::kAccepted) {
      note_edits(candidate);
      candidate.invariant = first;
      candidate.id = case_id("separate", candidate);
      separate_.push_back(std::move(candidate));
    }
  }

  // Middle links of a chain: the last shows the loss, the first is the record.
  bool drop_rounds() {
    bool smaller = false;
    for (std::size_t i = best_.chain.size(); best_.kind == "chain" && i-- > 0;) {
      if (best_.chain.size() <= 2 || i >= best_.chain.size()) {
        continue;
      }
      Case candidate = best_;
      candidate.chain.erase(candidate.chain.begin() + static_cast<std::ptrdiff_t>(i));
      candidate.chain.front().evidence = Value();
      candidate.chain.front().before.reset();
      if (candidate.log && i < candidate.log->size()) {
        candidate.log->erase(candidate.log->begin() + static_cast<std::ptrdiff_t>(i));
      }
      smaller = improve(std::move(candidate)) || smaller;
    }
    return smaller;
  }

  void drop_shared(Case& c) const {
    for (const std::string& list : list_names(c)) {
      if (list != "canonical") {
        drop_items(c, list, item_keys(c, list, true));
      }
    }
  }

  // Everything at once: most cases need nothing but their difference.
  bool make_plain() {
    if (plain_tried_) {
      return false;
    }
    plain_tried_ = true;
    for (const bool with_texts : {true, false}) {
      for (const bool without_evidence : {true, false}) {
        Case candidate = best_;
        if (without_evidence) {
          candidate.evidence = Value();
          candidate.policy = Policy::kExact;
        }
        drop_shared(candidate);
        make_smallest(candidate, shared_members(candidate));
        make_first_version(candidate);
        if (with_texts) {
          rename_texts(candidate, short_texts(candidate));
        }
        if (improve(std::move(candidate))) {
          return true;
        }
      }
    }
    return false;
  }

  // All but one of the edits undone, then each alone.
  bool drop_edits() {
    if (best_.kind == "chain" || best_.after.form != SubjectDocument::Form::kValue) {
      return false;
    }
    const EditScript script = edits_between(best_.before.value, best_.after.value);
    const auto with = [&](const auto& keeps) {
      EditScript kept;
      for (std::size_t i = 0; i < script.size(); ++i) {
        if (keeps(i)) {
          kept.push_back(script[i]);
        }
      }
      Case candidate = best_;
      candidate.after.value = best_.before.value;
      return apply_edits(kept, candidate.after.value) && improve(std::move(candidate));
    };
    for (std::size_t only = 0; script.size() > 1 && only < script.size(); ++only) {
      if (with([&](std::size_t i) { return i == only; })) {
        return true;
      }
    }
    for (std::size_t out = script.size(); script.size() > 2 && out-- > 0;) {
      if (with([&](std::size_t i) { return i != out; })) {
        return true;
      }
    }
    return key_.outcome == Outcome::kFalseAlarm && script.size() == 1 &&
           with([](std::size_t) { return false; });
  }

  bool drop_evidence() {
    bool smaller = false;
    if (best_.policy == Policy::kMonotone) {
      Case candidate = best_;
      candidate.policy = Policy::kExact;
      smaller = improve(std::move(candidate));
    }
    if (best_.evidence.is_object()) {
      Case candidate = best_;
      candidate.evidence = Value();
      smaller = improve(std::move(candidate)) || smaller;
    }
    const auto names = best_.evidence.names();
    for (const std::string& name : names) {
      Case candidate = best_;
      candidate.evidence.erase(name);
      smaller = improve(std::move(candidate)) || smaller;
      const Value* list = best_.evidence.find(name);
      for (std::size_t i = list != nullptr ? list->size() : 0; i-- > 0;) {
        candidate = best_;
        auto& items = candidate.evidence.find(name)->items();
        if (!candidate.evidence.find(name)->is_array() || i >= items.size()) {
          break;
        }
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
        smaller = improve(std::move(candidate)) || smaller;
      }
    }
    return smaller;
  }

  // Chunks of halving length, from the back.
  bool drop_some(const std::string& list, const std::vector<std::string>& keys) {
    bool smaller = false;
    for (std::size_t chunk = keys.size(); chunk > 0; chunk /= 2) {
      for (std::size_t end = keys.size(); end > 0; end -= std::min(end, chunk)) {
        const std::size_t begin = end - std::min(end, chunk);
        Case candidate = best_;
        drop_items(candidate, list,
                   {keys.begin() + static_cast<std::ptrdiff_t>(begin),
                    keys.begin() + static_cast<std::ptrdiff_t>(end)});
        smaller = improve(std::move(candidate)) || smaller;
      }
    }
    return smaller;
  }

  bool drop_all_items() {
    bool smaller = false;
    for (const std::string& list : list_names(best_)) {
      smaller = drop_some(list, item_keys(best_, list, true)) || smaller;
      smaller = drop_some(list, item_keys(best_, list, false)) || smaller;
    }
    return smaller;
  }

  bool plain_members() {
    bool smaller = false;
    for (const std::string& name : shared_members(best_)) {
      Case candidate = best_;
      make_smallest(candidate, {name});
      smaller = improve(std::move(candidate)) || smaller;
    }
    return smaller;
  }

  bool first_version() {
    Case candidate = best_;
    return make_first_version(candidate) && improve(std::move(candidate));
  }

  // Where a list alone differs: the smallest lists, made of its own items, that differ.
  bool try_small_lists() {
    if (best_.kind == "chain" || best_.after.form != SubjectDocument::Form::kValue) {
      return false;
    }
    for (const std::string& name : list_names(best_)) {
      const Value* before = best_.before.value.find(name);
      const Value* after = best_.after.value.find(name);
      if (before == nullptr || after == nullptr || !before->is_array() || !after->is_array() ||
          *before == *after) {
        continue;
      }
      std::vector<Value> items = before->items();
      items.insert(items.end(), after->items().begin(), after->items().end());
      if (items.size() > 1 && items[0].is_string()) {
        items = {"x", "y"};
      }
      if (try_lists(name, items)) {
        return true;
      }
    }
    return false;
  }

  bool try_lists(const std::string& name, const std::vector<Value>& items) {
    const auto attempt = [&](std::initializer_list<Value> before,
                             std::initializer_list<Value> after) {
      Case candidate = best_;
      candidate.before.value.set(name, Value::array(before));
      candidate.after.value.set(name, Value::array(after));
      return improve(std::move(candidate));
    };
    for (std::size_t i = 0; i < items.size() && i < 4; ++i) {
      if (attempt({items[i]}, {}) || attempt({}, {items[i]})) {
        return true;
      }
    }
    for (std::size_t i = 1; i < items.size() && i < 4; ++i) {
      const Value& first = items[0];
      const Value& second = items[i];
      if (attempt({first}, {second}) || attempt({first}, {first, first}) ||
          attempt({first, first}, {first}) || attempt({first, second}, {second, first}) ||
          attempt({first, second}, {first}) || attempt({first, second}, {second}) ||
          attempt({first}, {first, second})) {
        return true;
      }
    }
    return false;
  }

  // A text that reads as a document, as that document.
  bool drop_spelling() {
    if (best_.after.form != SubjectDocument::Form::kText) {
      return false;
    }
    JsonReading reading = read_json(best_.after.text);
    if (!reading.value) {
      return false;
    }
    Case candidate = best_;
    candidate.after = CaseDocument::of(std::move(*reading.value));
    return improve(std::move(candidate));
  }

  bool plain_words() {
    Case candidate = best_;
    make_lineage_plain(candidate);
    bool smaller = improve(std::move(candidate));
    candidate = best_;
    make_all_active(candidate);
    smaller = improve(std::move(candidate)) || smaller;
    for (const WordChange& change : word_changes(best_)) {
      candidate = best_;
      change_word(candidate, change);
      smaller = improve(std::move(candidate)) || smaller;
    }
    return smaller;
  }

  // What may be left out of an item.
  bool drop_members() {
    bool smaller = false;
    for (const std::string& pointer : inner_members(best_)) {
      Case candidate = best_;
      smaller = (drop_member_at(candidate, pointer) && improve(std::move(candidate))) || smaller;
    }
    return smaller;
  }

  // Values to the plainest of their form: all that the documents share at once, then each alone.
  bool plain_leaves() {
    const std::vector<Leaf> leaves = leaves_of(best_);
    Case all = best_;
    for (const Leaf& leaf : leaves) {
      if (leaf.shared) {
        make_plain_at(all, leaf.pointer);
      }
    }
    bool smaller = improve(std::move(all));
    for (const Leaf& leaf : leaves) {
      if (leaf.shared && plain_letters_at(leaf.pointer)) {
        smaller = true;
        continue;
      }
      Case candidate = best_;
      if (make_plain_at(candidate, leaf.pointer) && improve(std::move(candidate))) {
        smaller = true;
        continue;
      }
      candidate = best_;
      smaller = (!leaf.shared && make_plain_apart(candidate, leaf.pointer) &&
                 improve(std::move(candidate))) ||
                smaller;
    }
    return smaller;
  }

  // A text that has to hold something unusual, whatever it is.
  bool plain_letters_at(const std::string& pointer) {
    const Value* leaf = resolve_pointer(documents_of(std::as_const(best_))[0][0], pointer);
    if (leaf == nullptr || !leaf->is_string() || leaf->text().size() < 3) {
      return false;
    }
    for (const char* text : {"x", "\u00e9", "\u3042", "x x"}) {
      Case candidate = best_;
      for (Value* document : documents_of(candidate)) {
        *resolve_pointer(*document, pointer) = Value(text);
      }
      if (improve(std::move(candidate))) {
        return true;
      }
    }
    return false;
  }

  // All texts to the shortest of their form, then each alone.
  bool shorten_texts() {
    const std::map<std::string, std::string> names = short_texts(best_);
    Case candidate = best_;
    rename_texts(candidate, names);
    if (improve(std::move(candidate))) {
      return true;
    }
    bool smaller = false;
    for (const auto& [from, to] : names) {
      if (from == to || names.count(to) > 0) {
        continue;
      }
      Case one = best_;
      rename_texts(one, {{from, to}});
      smaller = improve(std::move(one)) || smaller;
    }
    return smaller;
  }

  // Texts that differ between the documents: a known pair, or what is left of both when common
  // beginning, differing middles and common end are each cut.
  bool shorten_pairs() {
    if (best_.kind == "chain" || best_.after.form != SubjectDocument::Form::kValue) {
      return false;
    }
    for (const Edit& edit : edits_between(best_.before.value, best_.after.value)) {
      const Value* old = resolve_pointer(best_.before.value, edit.pointer);
      if (edit.operation != EditOperation::kReplace || old == nullptr || !old->is_string() ||
          !edit.value.is_string()) {
        continue;
      }
      for (const TextPair& pair : kTextPairs) {
        if (set_pair(edit.pointer, std::string(pair.before), std::string(pair.after))) {
          return true;
        }
      }
      if (cut_pair(edit.pointer, old->text(), edit.value.text())) {
        return true;
      }
    }
    return false;
  }

  bool set_pair(const std::string& pointer, const std::string& before, const std::string& after) {
    if (!is_valid_utf8(before) || !is_valid_utf8(after)) {
      return false;
    }
    Case candidate = best_;
    Value* old = resolve_pointer(candidate.before.value, pointer);
    Value* changed = resolve_pointer(candidate.after.value, pointer);
    if (old == nullptr || changed == nullptr) {
      return false;
    }
    *old = Value(before);
    *changed = Value(after);
    return improve(std::move(candidate));
  }

  bool cut_pair(const std::string& pointer, const std::string& before, const std::string& after) {
    const auto heads = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto head = heads.first - before.begin();
    const auto rest =
        std::mismatch(before.rbegin(), before.rend() - head, after.rbegin(), after.rend() - head);
    const auto tail = static_cast<std::size_t>(rest.first - before.rbegin());
    const auto begin = static_cast<std::size_t>(head);
    const Value parts = Value::array(
        {before.substr(0, begin), before.substr(begin, before.size() - begin - tail),
         after.substr(begin, after.size() - begin - tail), before.substr(before.size() - tail)});
    const auto fails = [&](const Value& value) {
      const auto is_text = [](const Value& part) { return part.is_string(); };
      if (!value.is_array() || value.size() != 4 ||
          !std::all_of(value.items().begin(), value.items().end(), is_text)) {
        return false;
      }
      const auto& part = value.items();
      return set_pair(pointer, part[0].text() + part[1].text() + part[3].text(),
                      part[0].text() + part[2].text() + part[3].text());
    };
    const CaseSize old_size = size_;
    // Of the same lengths, but plain.
    const auto& part = parts.items();
    const auto plain = [](const Value& text, char character) {
      return Value(std::string(text.text().size(), character));
    };
    const Value plain_parts = Value::array(
        {plain(part[0], 'x'), plain(part[1], 'x'), plain(part[2], 'y'), plain(part[3], 'x')});
    if (fails(plain_parts)) {
      shrink_value(plain_parts, fails, budget_, false);
      return true;
    }
    shrink_value(parts, fails, budget_, false);
    return size_ < old_size;
  }

  bool shorten_raw() {
    if (best_.kind == "chain" || best_.after.form != SubjectDocument::Form::kText) {
      return false;
    }
    const auto attempt = [&](std::string text) {
      Case candidate = best_;
      candidate.after.text = std::move(text);
      return improve(std::move(candidate));
    };
    if (attempt("{") || attempt("x") || attempt("{}")) {
      return true;
    }
    bool smaller = false;
    const std::size_t piece_min = std::max<std::size_t>(1, best_.after.text.size() / kRawPieces);
    for (std::size_t piece = best_.after.text.size() / 2; piece >= piece_min && piece > 0;
         piece /= 2) {
      for (std::size_t end = best_.after.text.size(); end >= piece;) {
        std::string text = best_.after.text;
        text.erase(end - piece, piece);
        smaller = attempt(std::move(text)) || smaller;
        end -= piece;
        end = std::min(end, best_.after.text.size());
      }
    }
    return smaller;
  }

  Case best_;
  CaseSize size_;
  Joints joints_;
  const BucketKey& key_;
  const ShrinkOptions& options_;
  ShrinkBudget budget_;
  Asker asker_;
  OracleJudgement violated_;
  bool named_ = false;
  bool plain_tried_ = false;
  bool fresh_each_ = false;
  bool changed_ = false;
  std::set<std::string> seen_;  // candidates that were judged
  std::vector<Case> separate_;
  std::set<std::string> asked_separately_;
};

}  // namespace

std::optional<Shrunk> shrink_case(const Case& failing, const BucketKey& key,
                                  const SubjectFactory& factory, const ShrinkOptions& options) {
  const bool plain = key.outcome == Outcome::kAccepted || key.outcome == Outcome::kFalseAlarm ||
                     key.outcome == Outcome::kRejectedWrongReason;
  if (!plain || !has_valid_start(failing) ||
      (failing.kind != "compaction" && failing.kind != "chain")) {
    return std::nullopt;
  }
  return Shrinker(failing, key, factory, options).run();
}

std::optional<Shrunk> shrink_case(const Case& failing, const BucketKey& key,
                                  const SubjectFactory& factory, std::uint64_t calls_max) {
  return shrink_case(failing, key, factory, ShrinkOptions{.limits = {.calls_max = calls_max}});
}

}  // namespace holdfast
