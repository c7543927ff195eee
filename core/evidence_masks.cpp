// Masks: which text each covers, and which masked texts may therefore show (core/evidence_masks.h).
#include "core/evidence_masks.h"

#include <algorithm>

#include "core/value.h"

namespace holdfast {
namespace {

using Kind = MaskTarget::Kind;

std::optional<std::size_t> index_of(const std::string& token, std::size_t size) {
  if (token.empty() || token.size() > 9 || (token.size() > 1 && token[0] == '0') ||
      token.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  const std::size_t index = std::stoul(token);
  return index < size ? std::optional(index) : std::nullopt;
}

MaskTarget list_item(Kind kind, const std::vector<std::string>& list, const std::string& token) {
  const auto index = index_of(token, list.size());
  return index ? MaskTarget{kind, {}, {}, list[*index]} : MaskTarget{};
}

MaskTarget directive_target(const Manifest& before, const std::vector<std::string>& tokens) {
  const auto index = index_of(tokens[1], before.directives.size());
  if (!index) {
    return {};
  }
  const Directive& directive = before.directives[*index];
  if (tokens.size() == 3 && tokens[2] == "text") {
    return {Kind::kDirective, directive.directive_id, {}, {}};
  }
  if (tokens.size() == 5 && tokens[2] == "obligations" && tokens[4] == "text") {
    if (const auto at = index_of(tokens[3], directive.obligations.size())) {
      return {
          Kind::kObligation, directive.directive_id, directive.obligations[*at].obligation_id, {}};
    }
  }
  return {};
}

MaskTarget target_of(const std::string& pointer, const Manifest& before) {
  std::vector<std::string> tokens;
  if (!split_pointer(pointer, tokens) || tokens.empty()) {
    return {};
  }
  const std::string& name = tokens[0];
  const bool v1 = before.version == Version::kV1;
  if (tokens.size() == 1) {
    return name == "objective"  ? MaskTarget{Kind::kObjective, {}, {}, before.objective}
           : name == "rollback" ? MaskTarget{Kind::kRollback, {}, {}, before.rollback}
           : name == "nextExactAction" && v1
               ? MaskTarget{Kind::kAction, {}, {}, before.next_exact_action.text}
           : name == "taskId" && v1 ? MaskTarget{Kind::kTask, {}, {}, before.task_id}
                                    : MaskTarget{};
  }
  if (tokens.size() == 2) {
    if (name == "nextExactAction" && tokens[1] == "target" && !v1) {
      return {Kind::kAction, {}, {}, before.next_exact_action.target};
    }
    if (name == "completedPhases") {
      return list_item(Kind::kPhase, before.completed_phases, tokens[1]);
    }
    if (name == "prohibitions") {
      return list_item(Kind::kProhibition, before.prohibitions, tokens[1]);
    }
    if (name == "completionChecks") {
      return list_item(Kind::kCheck, before.completion_checks, tokens[1]);
    }
    const auto index = index_of(tokens[1], before.consumed_authorities.size());
    return name == "consumedAuthorities" && v1 && index
               ? MaskTarget{Kind::kAuthority,
                            {},
                            {},
                            before.consumed_authorities[*index].authority_id}
               : MaskTarget{};
  }
  return name == "directives" ? directive_target(before, tokens) : MaskTarget{};
}

std::string* find_in(std::vector<std::string>& list, const std::string& text) {
  const auto found = std::find(list.begin(), list.end(), text);
  return found == list.end() ? nullptr : &*found;
}

bool is_boundary(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

}  // namespace

std::vector<PlacedMask> place_masks(const std::vector<Mask>& masks, const Manifest& before) {
  std::vector<PlacedMask> placed;
  for (const Mask& mask : masks) {
    placed.push_back({target_of(mask.pointer, before), mask});
  }
  return placed;
}

std::string* masked_text(Manifest& manifest, const MaskTarget& target) {
  switch (target.kind) {
    case Kind::kNone:
      return nullptr;
    case Kind::kTask:
      return &manifest.task_id;
    case Kind::kObjective:
      return &manifest.objective;
    case Kind::kRollback:
      return &manifest.rollback;
    case Kind::kAction:
      return manifest.version == Version::kV1 ? &manifest.next_exact_action.text
                                              : &manifest.next_exact_action.target;
    case Kind::kPhase:
      return find_in(manifest.completed_phases, target.covered);
    case Kind::kProhibition:
      return find_in(manifest.prohibitions, target.covered);
    case Kind::kCheck:
      return find_in(manifest.completion_checks, target.covered);
    case Kind::kAuthority:
      for (ConsumedAuthority& authority : manifest.consumed_authorities) {
        if (authority.authority_id == target.covered) {
          return &authority.authority_id;
        }
      }
      return nullptr;
    case Kind::kDirective:
    case Kind::kObligation:
      for (Directive& directive : manifest.directives) {
        if (directive.directive_id != target.directive_id) {
          continue;
        }
        if (target.kind == Kind::kDirective) {
          return &directive.text;
        }
        for (Obligation& obligation : directive.obligations) {
          if (obligation.obligation_id == target.obligation_id) {
            return &obligation.text;
          }
        }
      }
      return nullptr;
  }
  return nullptr;
}

std::optional<std::string> mask_text(std::string_view text, const std::vector<const Mask*>& masks) {
  struct Piece {
    std::size_t from;
    std::size_t to;
    const std::string* replacement;
  };
  std::vector<Piece> pieces;
  for (const Mask* mask : masks) {
    for (const auto& [from, to] : mask->spans) {
      pieces.push_back(
          {static_cast<std::size_t>(from), static_cast<std::size_t>(to), &mask->replacement});
    }
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.from < b.from; });
  std::string out;
  std::size_t copied = 0;
  for (const Piece& piece : pieces) {
    if (piece.from < copied || piece.to > text.size() || !is_boundary(text, piece.from) ||
        !is_boundary(text, piece.to)) {
      return std::nullopt;
    }
    out.append(text, copied, piece.from - copied);
    out += *piece.replacement;
    copied = piece.to;
  }
  out.append(text, copied, text.size() - copied);
  return out;
}

}  // namespace holdfast
