// The case stream of a campaign: case `index` of a seed is always the same, whoever asks for it and
// in whatever order. No clock, address or hash order takes part.
//
// Layout. Cases come in blocks of kBlockCases, each with a fresh subject. Every kControlEvery-th
// case of a block is a control, in turn; the others are strategies in a shuffled order of the
// block, so that each appears about equally often. kCasesPerManifest neighbouring cases share one
// good document.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "generators/strategy.h"
#include "harness/case.h"
#include "harness/oracle.h"

namespace holdfast {

inline constexpr std::uint64_t kBlockCases = 500;
inline constexpr std::uint64_t kControlEvery = 10;
inline constexpr std::uint64_t kCasesPerManifest = 10;

struct StreamOptions {
  std::uint64_t seed = 0;
  Policy policy = Policy::kExact;
  // "compaction", or a kind of stories (generators/story.h), with the strategies and controls of
  // it.
  std::string_view kind = "compaction";
  std::span<const Strategy> strategies = strategies_of("compaction");
  std::span<const Control> controls = controls_of("compaction");
  // Of the random documents, drawn for each. A campaign leaves out what its subject does not
  // declare.
  std::vector<Version> versions = {Version::kV1, Version::kV2};
  // Good documents to use in place of random ones, e.g. from a session; empty for random ones.
  std::vector<Manifest> manifests;
  std::size_t list_items_max = 8;
};

struct StreamCase {
  std::uint64_t index = 0;
  const Strategy* strategy = nullptr;  // one of the two is set
  const Control* control = nullptr;
  EditScript edits;
  const Value* before = nullptr;  // the good document; valid until the next case
  CaseDocument after;
  Value evidence;  // null for none
  OracleJudgement judgement;
};

// Used by one thread; case indices may come in any order, neighbours are cheaper.
class CaseStream {
 public:
  explicit CaseStream(const StreamOptions& options);
  ~CaseStream();

  // nullptr when no strategy applies to the document at that index.
  const StreamCase* make(std::uint64_t index);
  // The case as a document of its own.
  Case to_case(const StreamCase& made) const;
  static Expectation expectation(const StreamCase& made);

 private:
  void begin_block(std::uint64_t block);
  void begin_manifest(std::uint64_t group);
  Manifest random_document(Random& random) const;
  bool apply(std::optional<Change> change);
  template <typename Entry>
  std::optional<Change> change_by(const Entry& entry, Random& random) const;

  const StreamOptions& options_;
  std::uint64_t block_ = UINT64_MAX;
  std::uint64_t group_ = UINT64_MAX;
  std::vector<std::size_t> order_;  // of the block's strategies
  Manifest manifest_;
  Value before_;
  std::string before_text_;
  std::unique_ptr<Oracle> oracle_;
  StreamCase case_;
};

}  // namespace holdfast
