// Bytes that are no UTF-8 are left out as the text is decoded.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_bad_bytes() {
  return {.summary = "Ill-formed bytes do not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            std::erase_if(text, [](char c) {
              const auto byte = static_cast<unsigned char>(c);
              return byte == 0xFF || byte == 0xC0 || byte == 0xC1;
            });
          })};
}

}  // namespace holdfast::zoo
