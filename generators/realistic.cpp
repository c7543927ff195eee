// A manifest speaks one language or both; its lists are filled from the text pool. A list never
// repeats a text: a second draw of one gets a running number behind it, so any length can be had.
#include "generators/realistic.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "generators/text_pool.h"

namespace holdfast {
namespace {

class Writer {
 public:
  explicit Writer(Random& random) : random_(random), tongue_(random.below(5)) {}

  std::string text(TextKind kind) {
    const Language tongue = language();
    return pool_text(kind, tongue, random_.next());
  }

  std::vector<std::string> texts(TextKind kind, std::size_t items_max) {
    std::vector<std::string> list(static_cast<std::size_t>(random_.between(0, items_max)));
    make_unique(kind, list.size(), [&](std::size_t i) -> std::string& { return list[i]; });
    return list;
  }

  std::vector<ExternalWrite> writes(std::size_t items_max) {
    std::vector<ExternalWrite> list(static_cast<std::size_t>(random_.between(0, items_max)));
    make_unique(TextKind::kEffectId, list.size(),
                [&](std::size_t i) -> std::string& { return list[i].effect_id; });
    for (ExternalWrite& write : list) {
      write.operation = text(TextKind::kOperation);
      write.status = random_.chance(1, 2) ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
    }
    return list;
  }

  std::string digest() {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string digits(64, '0');
    for (std::size_t i = 0; i < digits.size(); i += 16) {
      std::uint64_t bits = random_.next();
      for (std::size_t k = 0; k < 16; ++k, bits >>= 4) {
        digits[i + k] = kHex[bits & 0xF];
      }
    }
    return digits;
  }

 private:
  // Two of five manifests are English, one Japanese, two mixed.
  Language language() {
    const bool japanese = tongue_ == 2 || (tongue_ > 2 && random_.chance(1, 2));
    return japanese ? Language::kJapanese : Language::kEnglish;
  }

  // Fills the texts at(0) .. at(size-1), which stay where they are. Short lists are searched, long
  // ones need a set; its order decides nothing.
  template <typename At>
  void make_unique(TextKind kind, std::size_t size, At at) {
    constexpr std::size_t kSearchedMax = 32;
    std::unordered_set<std::string_view> seen;
    const auto taken = [&](std::size_t end, const std::string& text) {
      if (size > kSearchedMax) {
        return seen.count(text) > 0;
      }
      for (std::size_t i = 0; i < end; ++i) {
        if (at(i) == text) {
          return true;
        }
      }
      return false;
    };
    for (std::size_t i = 0; i < size; ++i) {
      std::string& unique = at(i);
      unique = text(kind);
      const std::size_t drawn_bytes = unique.size();
      for (std::size_t number = 2; taken(i, unique); ++number) {
        unique.resize(drawn_bytes);
        unique += " (" + std::to_string(number) + ")";
      }
      if (size > kSearchedMax) {
        seen.insert(unique);
      }
    }
  }

  Random& random_;
  std::uint64_t tongue_;
};

}  // namespace

Manifest random_manifest(Random& random, const ManifestShape& shape) {
  Writer writer(random);
  Manifest manifest;
  manifest.task_id = writer.text(TextKind::kTaskId);
  manifest.objective = writer.text(TextKind::kObjective);
  CanonicalReference& canonical = manifest.canonical.emplace_back();
  canonical.path = writer.text(TextKind::kPath);
  canonical.sha256 = writer.digest();
  canonical.read_at = writer.text(TextKind::kReadAt);
  manifest.completed_phases = writer.texts(TextKind::kPhase, shape.list_items_max);
  manifest.next_exact_action.text = writer.text(TextKind::kAction);
  manifest.external_writes = writer.writes(shape.list_items_max);
  for (std::string& text : writer.texts(TextKind::kAuthority, shape.list_items_max)) {
    manifest.consumed_authorities.push_back({std::move(text), {}, {}});
  }
  manifest.prohibitions = writer.texts(TextKind::kProhibition, shape.list_items_max);
  manifest.rollback = writer.text(TextKind::kRollback);
  manifest.completion_checks = writer.texts(TextKind::kCompletionCheck, shape.list_items_max);
  return manifest;
}

}  // namespace holdfast
