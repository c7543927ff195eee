#include "core/key_file.h"

#include <sys/syscall.h>

#include "core/disk_test.h"

namespace holdfast {
namespace {

// 32 bytes, most of them not printable.
std::string key_bytes() {
  std::string bytes = "swordfish";
  for (char byte = 1; bytes.size() < 32; ++byte) {
    bytes.push_back(byte);
  }
  return bytes;
}

void put_private(const std::string& path, std::string_view bytes, mode_t mode = 0600) {
  put(path, bytes);
  ASSERT_EQ(::chmod(path.c_str(), mode), 0);
}

// What the error says; empty where the key was read.
std::string fault_of(const std::string& path) {
  const Result<SecretKey> key = read_key_file(path);
  return key ? "" : key.error().text();
}

TEST(KeyFile, GivesExactlyItsBytes) {
  const Scratch scratch;
  for (const mode_t mode : {0600U, 0400U}) {
    const std::string path = scratch / ("key" + std::to_string(mode));
    put_private(path, key_bytes(), mode);
    const Result<SecretKey> key = read_key_file(path);
    ASSERT_TRUE(key) << key.error().text();
    EXPECT_EQ(key->bytes(), key_bytes());
  }
}

TEST(KeyFile, HasExactly32Bytes) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  const std::string bytes = key_bytes();
  for (const std::string& wrong :
       {std::string(), bytes.substr(1), bytes + "\n", bytes + bytes, std::string("x")}) {
    put_private(path, wrong);
    EXPECT_TRUE(contains(fault_of(path), "not exactly 32")) << wrong.size();
  }
  put_private(path, std::string(32, '\0'));
  EXPECT_TRUE(contains(fault_of(path), "one byte again and again"));
}

TEST(KeyFile, IsNobodyElses) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  for (const mode_t mode : {0640U, 0604U, 0620U, 0602U, 0700U, 0610U, 0601U, 04600U, 02600U}) {
    put_private(path, key_bytes(), mode);
    EXPECT_TRUE(contains(fault_of(path), "chmod 600")) << std::oct << mode;
  }
  put_private(path, key_bytes());
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(path.c_str(), 65534, 65534), 0);
    EXPECT_TRUE(contains(fault_of(path), "another user"));
  }
}

TEST(KeyFile, IsARegularFileWithOneName) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  put_private(path, key_bytes());
  ASSERT_EQ(::symlink(path.c_str(), (scratch / "link").c_str()), 0);
  EXPECT_TRUE(contains(fault_of(scratch / "link"), "symbolic link"));
  ASSERT_EQ(::link(path.c_str(), (scratch / "other").c_str()), 0);
  EXPECT_TRUE(contains(fault_of(path), "hard link"));
  ASSERT_EQ(::mkfifo((scratch / "fifo").c_str(), 0600), 0);
  EXPECT_TRUE(contains(fault_of(scratch / "fifo"), "no regular file"));
  EXPECT_TRUE(contains(fault_of(scratch.folder()), "no regular file"));
  EXPECT_TRUE(contains(fault_of("/dev/zero"), "no regular file"));
  EXPECT_TRUE(contains(fault_of(scratch / "nothing"), "no such key file"));
  EXPECT_TRUE(contains(fault_of(path + std::string("\0x", 2)), "NUL"));
  EXPECT_TRUE(contains(fault_of(""), "empty"));
}

TEST(KeyFile, NeverAppearsInAnError) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  for (const std::string& bytes : {key_bytes() + "swordfish-7731", std::string("swordfish-7731")}) {
    put_private(path, bytes);
    EXPECT_FALSE(contains(fault_of(path), "swordfish"));
    EXPECT_NE(fault_of(path), "");
  }
}

TEST(KeyFile, ThatCannotBeReadIsAnError) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  put_private(path, key_bytes());
  for (const long call : {SYS_read, SYS_openat}) {
    const std::string fault = with_failing({call}, EIO, [&] { return fault_of(path); });
    if (fault == kCannot) {
      GTEST_SKIP() << kNoFilters;
    }
    EXPECT_TRUE(contains(fault, "cannot be opened")) << fault;
  }
}

}  // namespace
}  // namespace holdfast
