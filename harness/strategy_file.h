// strategy/v1 files: strategies without a compiler. Each *.json of a folder is an edit script with
// places left open, the codes that it must provoke, and what it violates; docs/strategies.md is the
// guide. Once loaded they are strategies like the compiled ones: the same stream, matrix, buckets
// and shrinking.
//
// Model. A pointer is RFC 6901, and its token "*" stands for one item of a list (or one member of
// an object) that the good document has, drawn anew for each case. Within one script the same "*"
// (all that stands before it being the same) is the same item. The operations beyond those of an
// edit script are written out in them once the document is known, so that what is stored, shown and
// shrunk is always a plain script:
//   append     replaces a text by itself and more
//   duplicate  adds a copy of an item behind it
//   swap       replaces two neighbours in a list by each other
// A script that does not fit a document as a whole does not apply to it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "generators/strategy.h"

namespace holdfast {

enum class ScriptOperation : std::uint8_t { kAdd, kRemove, kReplace, kAppend, kDuplicate, kSwap };

struct ScriptEdit {
  std::vector<std::string> tokens;  // of the pointer
  ScriptOperation operation = ScriptOperation::kReplace;
  Value value;  // of add, replace and append
};

struct StrategyFile {
  std::string path;
  std::string sha256;  // of its bytes: shards must have had the same file
  std::string name;
  std::string summary;
  std::string invariant;
  std::vector<std::string> codes;
  std::vector<ScriptEdit> edits;
};

// Pure, like every strategy.
std::optional<Change> make_change(const StrategyFile& file, const Manifest& document,
                                  Random& random);
// Errors are kInput and name file and JSON pointer.
Result<StrategyFile> strategy_file_from(std::string_view bytes, const std::string& path);

// The compiled strategies, and behind them those of the folder's files, by file name. They live as
// long as this object.
class StrategySet {
 public:
  StrategySet(const StrategySet&) = delete;
  StrategySet& operator=(const StrategySet&) = delete;

  // An empty name is no folder: the compiled ones alone.
  static Result<std::unique_ptr<StrategySet>> load(const std::string& directory);

  std::span<const Strategy> all() const { return all_; }
  const std::vector<std::unique_ptr<const StrategyFile>>& files() const { return files_; }
  std::vector<std::string> file_names() const;
  // nullptr for a compiled one.
  const StrategyFile* file_of(std::string_view name) const;

 private:
  StrategySet() = default;
  Result<Done> add(StrategyFile file);

  std::vector<std::unique_ptr<const StrategyFile>> files_;
  std::vector<Strategy> all_;
};

}  // namespace holdfast
