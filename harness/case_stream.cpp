#include "harness/case_stream.h"

#include <algorithm>
#include <numeric>

#include "core/check.h"
#include "core/json.h"
#include "generators/ledger_for.h"
#include "generators/realistic.h"
#include "generators/story.h"

namespace holdfast {
namespace {

// Streams of the random generator, so that no two uses share numbers.
constexpr std::uint64_t kCaseStream = 0;
constexpr std::uint64_t kManifestStream = std::uint64_t{1} << 62;
constexpr std::uint64_t kBlockStream = std::uint64_t{2} << 62;

}  // namespace

CaseStream::CaseStream(const StreamOptions& options) : options_(options) {
  CHECK(!options.strategies.empty() && !options.controls.empty());
  CHECK(!options.versions.empty());
}

CaseStream::~CaseStream() = default;

void CaseStream::begin_block(std::uint64_t block) {
  block_ = block;
  order_.resize(options_.strategies.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  Random random(options_.seed, kBlockStream + block);
  random.shuffle(order_);
}

// The version is drawn: in turn with the groups it would be tied to the controls, which go in turn
// too.
Manifest CaseStream::random_document(Random& random) const {
  const ManifestShape shape{.list_items_max = options_.list_items_max};
  return random.pick(options_.versions) == Version::kV1 ? random_manifest(random, shape)
                                                        : random_manifest_v2(random, shape);
}

void CaseStream::begin_manifest(std::uint64_t group) {
  group_ = group;
  Random random(options_.seed, kManifestStream + group);
  if (const StoryKind* kind = find_story_kind(options_.kind)) {
    before_ = kind->make(random);
    before_text_ = write_compact_json(before_);
    return;
  }
  manifest_ =
      options_.manifests.empty() ? random_document(random) : random.pick(options_.manifests);
  before_ = to_value(manifest_);
  before_text_ = write_compact_json(before_);
  oracle_ = std::make_unique<Oracle>(before_text_, options_.policy == Policy::kMonotone);
}

bool CaseStream::apply(std::optional<Change> change) {
  if (!change) {
    return false;
  }
  case_.edits = std::move(change->edits);
  if (change->raw) {
    case_.after =
        change->raw->empty() ? CaseDocument() : CaseDocument::of_text(std::move(*change->raw));
  } else {
    case_.after = CaseDocument::of(before_);
    CHECK(apply_edits(case_.edits, case_.after.value));
  }
  if (oracle_ == nullptr) {
    // What a story tells has no form that a generic comparison could know: whether it says
    // something else is all that can be proven.
    case_.judgement.violated.clear();
    if (Oracle::differs(before_text_, case_.after.bytes())) {
      case_.judgement.violated.emplace_back(Oracle::kStory);
    }
    return true;
  }
  case_.judgement = oracle_->judge(case_.after.bytes());
  case_.evidence = std::move(change->evidence);
  if (!case_.evidence.is_null() && Oracle::differs(write_compact_json(case_.evidence),
                                                   write_compact_json(evidence_for(manifest_)))) {
    case_.judgement.violated.emplace_back(Oracle::kEvidence);
    std::sort(case_.judgement.violated.begin(), case_.judgement.violated.end());
  }
  return true;
}

template <typename Entry>
std::optional<Change> CaseStream::change_by(const Entry& entry, Random& random) const {
  return options_.kind == "compaction" ? entry.make(manifest_, random)
                                       : entry.make_story(before_, random);
}

const StreamCase* CaseStream::make(std::uint64_t index) {
  if (index / kBlockCases != block_) {
    begin_block(index / kBlockCases);
  }
  if (index / kCasesPerManifest != group_) {
    begin_manifest(index / kCasesPerManifest);
  }
  Random random(options_.seed, kCaseStream + index);
  case_.index = index;
  case_.before = &before_;
  case_.strategy = nullptr;
  case_.control = nullptr;
  const std::uint64_t at = index % kBlockCases;
  if (at % kControlEvery == 0) {
    const std::uint64_t turn = index / kControlEvery;
    for (std::size_t i = 0; i < options_.controls.size(); ++i) {
      const Control& control = options_.controls[(turn + i) % options_.controls.size()];
      if (apply(change_by(control, random))) {
        case_.control = &control;
        if (oracle_ == nullptr) {
          case_.judgement.violated
              .clear();  // a control may tell another story, as good as the first
        }
        return &case_;
      }
    }
    return nullptr;
  }
  const std::uint64_t turn = at - at / kControlEvery - 1;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Strategy& strategy = options_.strategies[order_[(turn + i) % order_.size()]];
    if (apply(change_by(strategy, random))) {
      case_.strategy = &strategy;
      return &case_;
    }
  }
  return nullptr;
}

Case CaseStream::to_case(const StreamCase& made) const {
  const std::string name(made.strategy != nullptr ? made.strategy->name : made.control->name);
  Case c;
  c.comment =
      std::string(made.strategy != nullptr ? made.strategy->summary : made.control->summary);
  c.invariant = made.strategy != nullptr ? std::string(made.strategy->invariant) : "none";
  c.source = options_.manifests.empty() ? "generated" : "session";
  c.policy = options_.policy;
  c.kind = options_.kind;
  if (oracle_ == nullptr) {
    c.story = made.after.value;
  } else {
    c.before = CaseDocument::of(*made.before);
    c.after = made.after;
    c.evidence = made.evidence;
  }
  c.expect = expectation(made);
  c.provenance = Value::object({{"strategy", name},
                                {"seed", std::to_string(options_.seed)},
                                {"case", static_cast<std::int64_t>(made.index)},
                                {"edits", to_value(made.edits)}});
  c.id = case_id(name, c);
  return c;
}

Expectation CaseStream::expectation(const StreamCase& made) {
  if (made.strategy == nullptr) {
    return {.accept = true, .codes = {}};
  }
  return {.accept = false, .codes = {made.strategy->codes.begin(), made.strategy->codes.end()}};
}

}  // namespace holdfast
