// A plain main for fuzz targets: runs each file (or each file of a folder) once. Built with every compiler,
// so that the seeds are replayed in the ordinary tests.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

int run(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) {
      count += run(argv[i]) == 0 ? 1 : 0;
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      count += run(entry.path()) == 0 ? 1 : 0;
    }
  }
  std::printf("%d inputs, no broken property\n", count);
  return count > 0 ? 0 : 1;
}
