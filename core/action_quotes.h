// Quoted spans of an action's text: what stands between quotation marks is a name, a title or code,
// and joins nothing by itself.
//
// Which marks pair: "…" '…' `…` “…” „…“ ‘…’ «…» ‹…› 「…」 『…』 《…》. A mark that never closes
// quotes nothing. '…' and "…" open only where no ASCII letter or digit stands before them (don't,
// 5"), and '…' and ‘…’ close only where none stands behind (‘don’t’). Spans do not nest: the first
// closing mark ends one. Time is linear: a closing mark that was not found once is not looked for
// again.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>

namespace holdfast::internal {

struct QuotedSpan {
  std::size_t inner_begin;
  std::size_t inner_end;
  std::size_t end;  // behind the closing mark
};

class Quotes {
 public:
  explicit Quotes(std::string_view text) : text_(text) {}

  // The span that opens at `at`. Calls come with growing `at`.
  std::optional<QuotedSpan> span_at(std::size_t at);

 private:
  std::string_view text_;
  std::bitset<16> never_closes_;
};

}  // namespace holdfast::internal
