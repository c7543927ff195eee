// Any bytes to the strict reader. Properties: what it accepts it accepts again in canonical form, and that
// form is a fixed point.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/check.h"
#include "core/json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace holdfast;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const JsonReading reading = read_json(bytes);
  CHECK(reading.value.has_value() == reading.faults.empty());
  if (reading.value) {
    const std::string canonical = write_canonical_json(*reading.value);
    const JsonReading again = read_json(canonical);
    CHECK(again.value && *again.value == *reading.value);
    CHECK(write_canonical_json(*again.value) == canonical);
    CHECK(read_json(write_pretty_json(*reading.value)).value == reading.value);
  }
  return 0;
}
