// The real side of the store's file-system seam, call by call, on the disk that tests have.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/disk_test.h"
#include "core/file_system.h"

namespace holdfast {
namespace {

std::unique_ptr<FileSystem> open_at(const std::string& folder) {
  auto files = open_file_system(folder);
  EXPECT_TRUE(files.ok());
  return std::move(*files);
}

int open_and_close(FileSystem& files, const std::string& path) {
  FileHandle file = -1;
  const int fault = files.open_to_read(path, file);
  if (fault == 0) {
    files.close(file);
  }
  return fault;
}

TEST(StoreFileSystem, WritesSyncsAndReadsBack) {
  const Scratch scratch;
  const auto files = open_at(scratch.folder());
  ASSERT_EQ(files->make_directory("candidates"), 0);
  FileHandle file = -1;
  ASSERT_EQ(files->create_new("candidates/one", file), 0);
  std::size_t written_bytes = 0;
  ASSERT_EQ(files->write_some(file, "abc", written_bytes), 0);
  EXPECT_EQ(written_bytes, 3U);
  EXPECT_EQ(files->sync(file), 0);
  files->close(file);
  ASSERT_EQ(files->open_to_read("candidates/one", file), 0);
  FileStatus status;
  ASSERT_EQ(files->status(file, status), 0);
  EXPECT_EQ(status.kind, FileKind::kRegular);
  EXPECT_EQ(status.links, 1U);
  EXPECT_EQ(status.size_bytes, 3U);
  EXPECT_EQ(status.owner, ::geteuid());
  EXPECT_EQ(status.mode & 077U, 0U);
  std::string bytes;
  ASSERT_EQ(files->read_some(file, 10, bytes), 0);
  EXPECT_EQ(bytes, "abc");
  ASSERT_EQ(files->read_some(file, 10, bytes), 0);
  EXPECT_EQ(bytes, "");
  files->close(file);
  ASSERT_EQ(files->open_to_read("candidates", file), 0);
  EXPECT_EQ(files->sync(file), 0);
  files->close(file);
}

TEST(StoreFileSystem, NeverTakesANameThatIsTaken) {
  const Scratch scratch;
  const auto files = open_at(scratch.folder());
  put(scratch / "one", "1");
  put(scratch / "two", "2");
  ASSERT_EQ(::symlink("nowhere", (scratch / "dangling").c_str()), 0);
  FileHandle file = -1;
  EXPECT_EQ(files->create_new("one", file), EEXIST);
  EXPECT_NE(files->create_new("dangling", file), 0);
  EXPECT_EQ(files->rename_new("one", "two"), EEXIST);
  EXPECT_EQ(files->rename_new("one", "dangling"), EEXIST);
  EXPECT_EQ(get(scratch / "two"), "2");
  EXPECT_EQ(files->rename_replacing("one", "two"), 0);
  EXPECT_EQ(get(scratch / "two"), "1");
  EXPECT_EQ(files->remove_file("two"), 0);
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"dangling"});
}

TEST(StoreFileSystem, FollowsNoLinkAndLeavesNoRoot) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "store").c_str(), 0700), 0);
  ASSERT_EQ(::mkdir((scratch / "outside").c_str(), 0700), 0);
  put(scratch / "outside/one", "1");
  ASSERT_EQ(::symlink("../outside", (scratch / "store/folder").c_str()), 0);
  ASSERT_EQ(::symlink("../outside/one", (scratch / "store/file").c_str()), 0);
  const auto files = open_at(scratch / "store");
  EXPECT_EQ(open_and_close(*files, "file"), ELOOP);
  EXPECT_EQ(open_and_close(*files, "folder/one"), ELOOP);
  EXPECT_EQ(open_and_close(*files, "../outside/one"), EXDEV);
  EXPECT_EQ(open_and_close(*files, scratch / "outside/one"), EXDEV);
  EXPECT_EQ(files->remove_file("folder/one"), ELOOP);
  EXPECT_EQ(files->rename_replacing("folder/one", "two"), ELOOP);
  EXPECT_EQ(files->make_directory("folder/two"), ELOOP);
  std::vector<std::string> names;
  EXPECT_EQ(files->list("folder", names), ELOOP);
  EXPECT_EQ(get(scratch / "outside/one"), "1");
  EXPECT_FALSE(open_file_system(scratch / "store/folder").ok());
  EXPECT_FALSE(open_file_system(scratch / "missing").ok());
}

TEST(StoreFileSystem, DoesNotWaitForAFifoAndSaysWhatItIs) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo((scratch / "fifo").c_str(), 0600), 0);
  const auto files = open_at(scratch.folder());
  FileHandle file = -1;
  ASSERT_EQ(files->open_to_read("fifo", file), 0);
  FileStatus status;
  ASSERT_EQ(files->status(file, status), 0);
  EXPECT_EQ(status.kind, FileKind::kOther);
  files->close(file);
}

TEST(StoreFileSystem, LocksOutASecondHolderUntilClosed) {
  const Scratch scratch;
  put(scratch / "lock", "");
  const auto files = open_at(scratch.folder());
  FileHandle first = -1;
  FileHandle second = -1;
  ASSERT_EQ(files->open_to_read("lock", first), 0);
  ASSERT_EQ(files->open_to_read("lock", second), 0);
  EXPECT_EQ(files->try_lock(first), 0);
  EXPECT_EQ(files->try_lock(second), EWOULDBLOCK);
  files->close(first);
  EXPECT_EQ(files->try_lock(second), 0);
  files->close(second);
}

TEST(StoreFileSystem, ListsNamesSorted) {
  const Scratch scratch;
  put(scratch / "b", "");
  put(scratch / "a", "");
  const auto files = open_at(scratch.folder());
  std::vector<std::string> names;
  ASSERT_EQ(files->list("", names), 0);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace holdfast
