// The canonical check. The path comes out of a document that nobody has to trust, the folder
// beneath the root may be written to by others while the check runs, and the answer decides whether
// an agent may go on.
//
// Three layers, each for what the others cannot do:
//
// 1. path_fault. The kernel opens "a//b", "./a" and "sub/../a" readily and within the root, so that
// one
//    file would have many names. The grammar leaves one.
// 2. openat2 with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS. The kernel
// resolves and
//    opens in one step, so there is no moment at which a folder can be exchanged for a link. Where
//    the system has no openat2, or a filter forbids it, the answer is a refusal: every way of
//    asking first and opening afterwards (realpath and a comparison, say) can be raced.
//    RESOLVE_NO_XDEV is not asked for: what is mounted beneath the root was put there by whoever
//    owns the machine, and containers mount single folders and files as a matter of course.
// 3. fstat on what was opened. Hard links lead out of the root without any link to follow, a FIFO
// or a
//    device is no file to compare, and a sparse file can be of any size. O_NONBLOCK keeps the open
//    from waiting for a FIFO's writer, O_NOCTTY from taking a terminal.
//
// Invariants: one descriptor is read once, from its start to its end; the digest is of exactly
// those bytes. No time stamp is looked at. Memory is one chunk, whatever the size; the limit counts
// bytes read, because files grow. Whatever is not understood is `refused`.
#include "core/reference.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

#include "core/check.h"
#include "core/descriptor.h"
#include "core/reference_open.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

constexpr std::size_t kPathBytesMax = 4096;
constexpr std::size_t kPartBytesMax = 255;
constexpr std::size_t kChunkBytes = 64 * 1024;

struct Outcome {
  ReferenceResult result;
  std::string_view reason;
};

constexpr Outcome refused(std::string_view reason) { return {ReferenceResult::kRefused, reason}; }
constexpr Outcome kNotFound = {ReferenceResult::kMissing, "not_found"};

// C0, DEL, and C1 as UTF-8 writes it. Some terminals obey U+009B like an escape sequence.
bool has_control_character(std::string_view path) {
  unsigned char before = 0;
  for (const char character : path) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte == 0x7f || (before == 0xc2 && byte >= 0x80 && byte < 0xa0)) {
      return true;
    }
    before = byte;
  }
  return false;
}

std::string_view part_fault(std::string_view part, bool is_last) {
  if (part.empty()) {
    return is_last ? "trailing_slash" : "empty_part";
  }
  if (part == "." || part == "..") {
    return "dot_part";
  }
  return part.size() > kPartBytesMax ? "part_too_long" : "";
}

Outcome outcome_of_open(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:  // a part is a file now: what the path named is gone
      return kNotFound;
    case ELOOP:
      return refused("symbolic_link");
    case EXDEV:
      return refused("outside_root");
    case EACCES:
      return refused("permission_denied");
    case ENAMETOOLONG:  // file systems may have lower limits than the grammar
      return refused("path_too_long");
    case ENXIO:  // a socket, or a device without a driver
    case ENODEV:
      return refused("not_a_regular_file");
    case EAGAIN:  // a rename or a mount during the look-up, or another process holds a lease
    case EINTR:
      return refused("busy");
    case ENOSYS:  // before Linux 5.6
    case EPERM:   // what filters of containers answer
    case EINVAL:  // one of the RESOLVE flags is unknown
      return refused("openat2_unavailable");
    default:
      return refused("open_failed");
  }
}

Descriptor open_root(const std::string& root_directory) {
  if (root_directory.find('\0') != std::string::npos) {
    return Descriptor();
  }
  return Descriptor(::open(root_directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

struct OpenFile {
  Descriptor descriptor;
  struct stat status = {};
};

// Nothing where the file is open and its status known. A file without any name left has just been
// replaced by a rename, as every careful writer does it; the new one is there to be opened.
std::optional<Outcome> open_file(const internal::OpenBeneath& open, int root,
                                 const std::string& path, OpenFile& file) {
  for (int attempt = 0; attempt < internal::kOpenAttemptsMax; ++attempt) {
    file.descriptor = Descriptor(open(root, path.c_str()));
    if (!file.descriptor.is_open()) {
      const int error_number = errno;
      if (error_number == EAGAIN || error_number == EINTR) {
        continue;
      }
      return outcome_of_open(error_number);
    }
    if (::fstat(file.descriptor.get(), &file.status) != 0) {
      return refused("read_failed");
    }
    if (file.status.st_nlink != 0) {
      return std::nullopt;
    }
  }
  return outcome_of_open(EAGAIN);
}

std::optional<Outcome> status_fault(const struct stat& status, std::uint64_t size_bytes_max) {
  if (!S_ISREG(status.st_mode)) {
    return refused("not_a_regular_file");
  }
  if (status.st_nlink != 1) {
    return refused("hard_link");
  }
  if (static_cast<std::uint64_t>(status.st_size) > size_bytes_max) {
    return refused("too_large");
  }
  return std::nullopt;
}

// Nothing where the whole file has gone into the hash.
std::optional<Outcome> hash_file(int file, std::uint64_t size_bytes_max, Sha256& hash) {
  std::array<char, kChunkBytes> chunk;
  std::uint64_t size_bytes = 0;
  while (true) {
    const ssize_t count = ::read(file, chunk.data(), chunk.size());
    if (count == 0) {
      return std::nullopt;
    }
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      return refused("read_failed");
    }
    const auto read_bytes = static_cast<std::size_t>(count);
    if (read_bytes > size_bytes_max - size_bytes) {
      return refused("too_large");
    }
    size_bytes += read_bytes;
    hash.update(std::string_view(chunk.data(), read_bytes));
  }
}

Outcome judge(const internal::OpenBeneath& open, const std::string& root_directory,
              const ReferenceLimits& limits, ReferenceCheck& check) {
  if (const std::string_view fault = path_fault(check.path); !fault.empty()) {
    return refused(fault);
  }
  const Descriptor root = open_root(root_directory);
  if (!root.is_open()) {
    return refused("root_unavailable");
  }
  OpenFile file;
  if (const auto outcome = open_file(open, root.get(), check.path, file)) {
    return *outcome;
  }
  if (const auto outcome = status_fault(file.status, limits.size_bytes_max)) {
    return *outcome;
  }
  Sha256 hash;
  if (const auto outcome = hash_file(file.descriptor.get(), limits.size_bytes_max, hash)) {
    return *outcome;
  }
  check.current_sha256 = to_hex(hash.finish());
  // Compared as text: a recorded digest in any other spelling (upper case, say) is a change, never
  // a match.
  const bool is_same = check.current_sha256 == check.before_sha256;
  return {is_same ? ReferenceResult::kUnchanged : ReferenceResult::kChanged, ""};
}

}  // namespace

std::string_view to_text(ReferenceResult result) {
  switch (result) {
    case ReferenceResult::kNotChecked:
      return "not_checked";
    case ReferenceResult::kUnchanged:
      return "unchanged";
    case ReferenceResult::kChanged:
      return "changed";
    case ReferenceResult::kMissing:
      return "missing";
    case ReferenceResult::kRefused:
      return "refused";
  }
  CHECK(false);
}

std::string_view path_fault(std::string_view path) {
  if (path.empty()) {
    return "empty_path";
  }
  if (path.front() == '/') {
    return "absolute_path";
  }
  if (path.size() > kPathBytesMax) {
    return "path_too_long";
  }
  if (has_control_character(path)) {
    return "control_character";
  }
  if (path.find('\\') != std::string_view::npos) {
    return "backslash";
  }
  for (std::size_t begin = 0; begin != std::string_view::npos;) {
    const std::size_t slash = path.find('/', begin);
    const bool is_last = slash == std::string_view::npos;
    if (const auto fault = part_fault(path.substr(begin, is_last ? slash : slash - begin), is_last);
        !fault.empty()) {
      return fault;
    }
    begin = is_last ? slash : slash + 1;
  }
  return "";
}

ReferenceCheck check_reference(const std::string& root_directory, std::string_view path,
                               std::string_view sha256, const ReferenceLimits& limits) {
  return internal::check_reference(internal::open_beneath, root_directory, path, sha256, limits);
}

namespace internal {

int open_beneath(int root, const char* path) {
  open_how how = {};
  how.flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  // glibc 2.36 has no function for this call.
  return static_cast<int>(::syscall(SYS_openat2, root, path, &how, sizeof how));
}

ReferenceCheck check_reference(const OpenBeneath& open, const std::string& root_directory,
                               std::string_view path, std::string_view sha256,
                               const ReferenceLimits& limits) {
  ReferenceCheck check;
  check.path = path;
  check.before_sha256 = sha256;
  const Outcome outcome = judge(open, root_directory, limits, check);
  check.result = outcome.result;
  check.reason = outcome.reason;
  return check;
}

}  // namespace internal

}  // namespace holdfast
