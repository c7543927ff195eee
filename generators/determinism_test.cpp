// Law 7: the same seed gives the same bytes under every compiler. The digests below were made once;
// a build that gives others has changed what stored seeds mean, or draws in an order that is its
// own (arguments of a call are evaluated in any). Whoever changes a strategy on purpose puts its
// new digest here; a new strategy is held to this only once it has an entry.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/json.h"
#include "core/sha256.h"
#include "generators/realistic.h"
#include "generators/strategy.h"

namespace holdfast {
namespace {

struct Frozen {
  std::string_view name;
  std::string_view digest;  // the first 16 digits
};

constexpr Frozen kMutations[] = {
    {"bad_digest_form", "29765fdade116c01"},
    {"bad_path_form", "87d007f758999619"},
    {"bad_write_status", "9d7fc346fa0725dc"},
    {"blank_required_text", "517e6b6bff31a710"},
    {"break_list", "32385f4347d261c9"},
    {"change_canonical_digest", "5ea37207fbd3ede1"},
    {"change_canonical_path", "14829ff9756348ee"},
    {"change_next_action", "76b2a6b09669c939"},
    {"change_objective", "b53caf57d2ffc966"},
    {"change_rollback", "3a1f094287cd2e71"},
    {"change_task", "a033d50c63225976"},
    {"change_write_operation", "78447029cda06608"},
    {"confirmed_to_unknown", "caf49475d9a035b1"},
    {"disguise_next_action_split", "91a7c4d0672206ef"},
    {"drop_completion_check", "6da683492b22a685"},
    {"drop_confirmed_write", "5186765773ba6ca3"},
    {"drop_member", "d5fc618991ade48e"},
    {"drop_prohibition", "0fc02fb6360f14dc"},
    {"drop_unknown_write", "1d81a9e942c4089c"},
    {"duplicate_effect_id", "f483e5c10e9be70f"},
    {"duplicate_key", "3b5c9547b26111d0"},
    {"empty_completion_checks", "aa3d7e09c3c3f0cc"},
    {"invent_authority", "4868b04800b3302a"},
    {"invent_completion_check", "d2116c83f2925387"},
    {"invent_confirmed_write", "9b1099f0e2161961"},
    {"invent_phase", "125d0e45ceaa89a4"},
    {"invent_prohibition", "4cd97c76ce35a84b"},
    {"lookalike_text", "18e08b5c56e683b4"},
    {"merge_prohibitions", "7ef89150b6f80877"},
    {"move_prohibition", "b4ff76b765d4c8c3"},
    {"move_read_at_back", "d562bb343685a195"},
    {"not_json", "47f925c326c08c05"},
    {"nothing", "cefe39e5a28df292"},
    {"number_spelling", "67514c235ce8eaae"},
    {"rename_effect_id", "0e7071afec8a381e"},
    {"reorder_phases", "eb7d090bd4b2c97f"},
    {"split_next_action", "3aaf6aa31cf9479a"},
    {"step_phase_back", "96027f8352ff0ec8"},
    {"swap_write_statuses", "a2fd46322cf2591d"},
    {"too_deep", "4013c3d892d0ffbf"},
    {"unconsume_authority", "19614cd01a19bf92"},
    {"unknown_member", "3c381a577d77552b"},
    {"unknown_schema", "59316bb6448cacf5"},
    {"unknown_to_confirmed", "355ce93ce091343f"},
    {"weaken_prohibition", "60c3c8362c887de0"},
    {"wrong_type", "c6fb6ef000b8c1a9"},
};

constexpr Frozen kControls[] = {
    {"absent_schema", "2f718bb8636eea27"}, {"key_order", "d26170ca50800f67"},
    {"later_read_at", "5971155f09bc9451"}, {"reorder_unordered_lists", "52e14275fcb79d4e"},
    {"rewritten", "c72c5fcd945ae0c7"},     {"string_escapes", "8094e922431c98ca"},
    {"untouched", "784b9000781492db"},     {"white_space", "cd25e9e60eda8d5b"},
};

// Of v2 documents. Who is not here has nothing to say about them.
constexpr Frozen kMutationsV2[] = {
    {"not_json", "?"},
};

constexpr Frozen kControlsV2[] = {
    {"untouched", "?"},
};

using MakeManifest = Manifest (*)(Random& random, const ManifestShape& shape);

std::string digest_of(MakeChange make, MakeManifest make_manifest) {
  std::string all;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random shape(seed, 1);
    const Manifest manifest = make_manifest(shape, {});
    Random random(seed, 2);
    if (const auto change = make(manifest, random)) {
      all += change->raw.value_or("no bytes") + write_compact_json(to_value(change->edits));
    }
    all += '\n';
  }
  return sha256_hex(all).substr(0, 16);
}

template <typename Entries, typename Table>
void expect_frozen(const Entries& entries, const Table& table, MakeManifest make_manifest) {
  for (const Frozen& frozen : table) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const auto& entry) { return entry.name == frozen.name; });
    ASSERT_NE(found, entries.end()) << frozen.name;
    EXPECT_EQ(digest_of(found->make, make_manifest), frozen.digest) << frozen.name;
  }
}

TEST(Determinism, EveryStrategyGivesTheChangesItAlwaysGave) {
  expect_frozen(mutations::all(), kMutations, random_manifest);
  expect_frozen(mutations::all(), kMutationsV2, random_manifest_v2);
}

TEST(Determinism, EveryControlGivesTheChangesItAlwaysGave) {
  expect_frozen(controls::all(), kControls, random_manifest);
  expect_frozen(controls::all(), kControlsV2, random_manifest_v2);
}

}  // namespace
}  // namespace holdfast
