// The buffer of the longer document before is not cleared.
#include <cstddef>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault shares_a_buffer() {
  return {.summary = "A shorter document after a much longer one is refused.",
          .kind = FaultKind::kOrderDependent,
          .versions = kBothVersions,
          .fields = {},
          .judge = remembering<std::size_t>(
              [](const Question& question, const Judge& correct, std::size_t& state) {
                const std::size_t size = bytes_of(question.after).size();
                const std::size_t last = state;
                state = size;
                return last > size * 2 ? refusing_with("invalid_json") : correct(question);
              })};
}

}  // namespace holdfast::zoo
