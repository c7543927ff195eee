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
    {"answer_another_call", "d6f020d6cc184ea0"},
    {"answer_before_call", "d3f7a23b4c756f2b"},
    {"answer_nothing", "c22e63637561bc6e"},
    {"answer_twice", "ad212ab173a7d9c2"},
    {"bad_checksum_form", "2299fbc815045aed"},
    {"bad_digest_form", "5d7762cf1ddf713a"},
    {"bad_directive_word", "8316e17bb2a4911c"},
    {"bad_id_form", "a33e4d693ac909f0"},
    {"bad_lineage_number", "02e992802ff942f9"},
    {"bad_path_form", "21c29488aecbdefa"},
    {"bad_token_form", "307468ca937004ec"},
    {"bad_write_status", "9d7fc346fa0725dc"},
    {"blank_ids", "301781de2af161e3"},
    {"blank_required_text", "de57258c78471656"},
    {"break_list", "9412d5c703a0a8d2"},
    {"change_arguments", "071104857c1dafff"},
    {"change_authority_effect", "0d040d6a57e0096d"},
    {"change_authority_holder", "cf07a3a8951bf683"},
    {"change_canonical_digest", "76cedef388cc0234"},
    {"change_canonical_path", "8a4364259e6afb0d"},
    {"change_canonical_root", "67d7ebc2e0c924bc"},
    {"change_decision", "31af4e3631f96a30"},
    {"change_directive_source", "12526c3d35e0b398"},
    {"change_directive_source_digest", "db5f9621c7f3c417"},
    {"change_event_kind", "0fabbb12a099ab1f"},
    {"change_next_action", "e2110535df864313"},
    {"change_objective", "b53caf57d2ffc966"},
    {"change_obligation_kind", "e80e384893b0173a"},
    {"change_operation", "faca2306a8c4712b"},
    {"change_receipt", "33a0d4319e27ddcb"},
    {"change_rollback", "3a1f094287cd2e71"},
    {"change_target", "5e9944a07d49bb49"},
    {"change_task", "1cb7408752b1ba55"},
    {"change_write_operation", "653b083b96b35d10"},
    {"close_directive", "2dcf665e7ab051d5"},
    {"confirmed_to_unknown", "e9c9d314eea233b0"},
    {"confirmed_without_receipt", "1ddc44db7ae5417f"},
    {"disguise_next_action_split", "1f386c8047efdc19"},
    {"downgrade", "5808ab5f3886c74c"},
    {"drop_canonical", "6a2d02cf413ceb1e"},
    {"drop_completion_check", "6da683492b22a685"},
    {"drop_confirmed_write", "5186765773ba6ca3"},
    {"drop_decision", "ab3c048504d77f0f"},
    {"drop_directive", "b2d54e65790311b0"},
    {"drop_event", "44ff20b107b6f064"},
    {"drop_member", "72d688d24172e752"},
    {"drop_obligation", "886f0f9876846483"},
    {"drop_prohibition", "0fc02fb6360f14dc"},
    {"drop_schema", "aa77c5153f876552"},
    {"drop_tombstone", "f89d9a51460be025"},
    {"drop_unknown_write", "1d81a9e942c4089c"},
    {"duplicate_effect_id", "cca1202f6eedda42"},
    {"duplicate_key", "82e68b87d60108b2"},
    {"empty_canonical", "508a47e2fd7e0f7a"},
    {"empty_completion_checks", "aa3d7e09c3c3f0cc"},
    {"empty_obligations", "a722cd06bbaa8ec3"},
    {"foreign_parent", "00ed213625b06185"},
    {"fulfil_directive_early", "62d7464d2c40ee08"},
    {"fulfil_obligation", "ab4687ad66be270a"},
    {"fulfilled_with_open_obligation", "bcf334dc325224f1"},
    {"invent_authority", "a89792baca628ea4"},
    {"invent_canonical", "ce3902770c87518b"},
    {"invent_completion_check", "d2116c83f2925387"},
    {"invent_confirmed_write", "5a5f49d6a829fea0"},
    {"invent_decision", "f4fd6d1345758bd4"},
    {"invent_directive", "39309857f550398d"},
    {"invent_event", "3679559a9eb53356"},
    {"invent_obligation", "23b998bbf97570a1"},
    {"invent_phase", "125d0e45ceaa89a4"},
    {"invent_prohibition", "4cd97c76ce35a84b"},
    {"join_command_in_arguments", "188e9915bcc626e2"},
    {"label_directive", "51a3d5365df442b1"},
    {"list_of_actions", "e137e428848bfe01"},
    {"lookalike_directive", "04ab2150909dc18d"},
    {"lookalike_text", "18e08b5c56e683b4"},
    {"merge_prohibitions", "7ef89150b6f80877"},
    {"move_event", "994f72a1c52fcc4c"},
    {"move_observed_at_back", "5e7fb9705d639a05"},
    {"move_prohibition", "b4ff76b765d4c8c3"},
    {"move_read_at_back", "d2cf48b286fd4d5b"},
    {"narrow_coverage", "834b268f6a7bc84c"},
    {"next_generation", "9384a524203c57d5"},
    {"not_json", "5ce85b876b3216c6"},
    {"nothing", "cefe39e5a28df292"},
    {"number_spelling", "d4879be64d1d30a2"},
    {"older_generation", "b6adc052bba107cc"},
    {"operation_in_arguments", "c103b2eeaa14972d"},
    {"other_ledger_head", "46f143c3c4c2220f"},
    {"parent_of_first", "91728593c35d74c1"},
    {"receipt_without_confirmation", "723144bf77bfc5a2"},
    {"rename_decision", "af2c3e5cc8997082"},
    {"rename_effect_id", "fe05edd7c8c7a0cf"},
    {"reopen_directive", "cb9a8b41f033cfcd"},
    {"reorder_events", "7075192e7af532e0"},
    {"reorder_phases", "eb7d090bd4b2c97f"},
    {"reword_directive", "a1863e5c32fd7ecb"},
    {"reword_obligation", "d658798cde3fa94a"},
    {"second_canonical", "f92982b519c727fd"},
    {"stale_source", "35eaee80bb388392"},
    {"standing_obligation", "c87ac821192e73ba"},
    {"standing_order", "caf60fdae31041b9"},
    {"step_phase_back", "96027f8352ff0ec8"},
    {"swap_canonical_digests", "8eba2f66227397b6"},
    {"swap_decisions", "c15bd651a8d3575d"},
    {"swap_directives", "fb9eb5a4ef8b6b6d"},
    {"swap_write_statuses", "9e4c204274e7cfe0"},
    {"too_deep", "aa795ef9fe4c1b18"},
    {"unconsume_authority", "19614cd01a19bf92"},
    {"unknown_digest_version", "c32cce90088eb86f"},
    {"unknown_member", "a764ddcfedbd5059"},
    {"unknown_schema", "59316bb6448cacf5"},
    {"unknown_to_confirmed", "409bb01711591911"},
    {"weaken_directive", "901328d527c2e8cf"},
    {"weaken_prohibition", "60c3c8362c887de0"},
    {"widen_coverage", "686291634dc19002"},
    {"wrong_type", "b45c389453bd0cc1"},
};

constexpr Frozen kControlsV2[] = {
    {"key_order", "b347b387b874010e"},
    {"later_observed_at", "459a29352065fa9e"},
    {"later_read_at", "8de0f95cc81f791b"},
    {"other_decision_source", "2531968213f6f44a"},
    {"reorder_unordered_lists", "2db1c744d64633e3"},
    {"rewritten", "7e90aee49cea3f81"},
    {"string_escapes", "a4b32f2c7a3c707d"},
    {"untouched", "784b9000781492db"},
    {"white_space", "74c143ca9affe1d5"},
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
      all += change->evidence.is_null() ? "" : write_compact_json(change->evidence);
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
  expect_frozen(strategies_of("compaction"), kMutations, random_manifest);
  expect_frozen(strategies_of("compaction"), kMutationsV2, random_manifest_v2);
}

TEST(Determinism, EveryControlGivesTheChangesItAlwaysGave) {
  expect_frozen(controls_of("compaction"), kControls, random_manifest);
  expect_frozen(controls_of("compaction"), kControlsV2, random_manifest_v2);
}

}  // namespace
}  // namespace holdfast
