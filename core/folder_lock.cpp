#include "core/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace holdfast {
namespace {

constexpr int kPollMs = 5;

void pause_ms(int time_ms) {
  const struct timespec pause = {time_ms / 1000, time_ms % 1000 * 1'000'000L};
  ::nanosleep(&pause, nullptr);
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& path, int wait_ms) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) {
    return Error{ErrorCode::kOutput, std::string("cannot be locked: ") + std::strerror(errno), path,
                 "check the folder's permissions"};
  }
  FolderLock lock(descriptor);
  for (int waited_ms = 0; ::flock(descriptor, LOCK_EX | LOCK_NB) != 0; waited_ms += kPollMs) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return Error{ErrorCode::kOutput, std::string("cannot be locked: ") + std::strerror(errno),
                   path, "put the state directory on a file system that has locks"};
    }
    if (waited_ms >= wait_ms) {
      return Error{ErrorCode::kOutput, "is held by another process", path, "try again"};
    }
    pause_ms(kPollMs);
  }
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

}  // namespace holdfast
