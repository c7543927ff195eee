// A file descriptor that is closed when it goes out of scope. Closing reports nothing: whoever must
// know that bytes reached the disk syncs before.
#pragma once

#include <unistd.h>

#include <utility>

namespace holdfast {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int get() const { return number_; }

 private:
  int number_;
};

}  // namespace holdfast
