#include "core/time.h"

namespace holdfast {
namespace {

// `count` digits at `offset`, which is moved behind them; -1 where there are none.
int digits(std::string_view text, std::size_t& offset, std::size_t count) {
  if (offset + count > text.size()) {
    return -1;
  }
  int number = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const char c = text[offset + i];
    if (c < '0' || c > '9') {
      return -1;
    }
    number = number * 10 + (c - '0');
  }
  offset += count;
  return number;
}

bool skip(std::string_view text, std::size_t& offset, char c) {
  if (offset < text.size() && text[offset] == c) {
    ++offset;
    return true;
  }
  return false;
}

bool leap_year(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_in_month(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && leap_year(year) ? 29 : kDays[month - 1];
}

// Days since 1970-01-01 in the proleptic Gregorian calendar.
std::int64_t days_since_epoch(int year, int month, int day) {
  const std::int64_t y = year - 1;
  std::int64_t days = y * 365 + y / 4 - y / 100 + y / 400 - 719162;
  for (int m = 1; m < month; ++m) {
    days += days_in_month(year, m);
  }
  return days + day - 1;
}

bool parse_offset(std::string_view text, std::size_t& at, int& offset_minutes) {
  offset_minutes = 0;
  if (skip(text, at, 'Z')) {
    return true;
  }
  const bool minus = at < text.size() && text[at] == '-';
  if (!minus && (at >= text.size() || text[at] != '+')) {
    return false;
  }
  ++at;
  const int hours = digits(text, at, 2);
  const bool colon = skip(text, at, ':');
  const int minutes = digits(text, at, 2);
  if (hours < 0 || hours > 23 || !colon || minutes < 0 || minutes > 59) {
    return false;
  }
  offset_minutes = (minus ? -1 : 1) * (hours * 60 + minutes);
  return true;
}

}  // namespace

std::optional<Instant> parse_time(std::string_view text) {
  std::size_t at = 0;
  const int year = digits(text, at, 4);
  const bool dash_a = skip(text, at, '-');
  const int month = digits(text, at, 2);
  const bool dash_b = skip(text, at, '-');
  const int day = digits(text, at, 2);
  const bool separator = skip(text, at, 'T');
  const int hour = digits(text, at, 2);
  const bool colon_a = skip(text, at, ':');
  const int minute = digits(text, at, 2);
  const bool colon_b = skip(text, at, ':');
  const int second = digits(text, at, 2);
  const bool form = dash_a && dash_b && separator && colon_a && colon_b;
  if (!form || year < 1 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month) ||
      hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
    return std::nullopt;
  }
  std::string fraction;
  if (skip(text, at, '.')) {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      fraction += text[at++];
    }
    if (fraction.empty()) {
      return std::nullopt;
    }
    fraction.erase(fraction.find_last_not_of('0') + 1);
  }
  int offset_minutes = 0;
  if (!parse_offset(text, at, offset_minutes) || at != text.size()) {
    return std::nullopt;
  }
  const std::int64_t seconds = days_since_epoch(year, month, day) * 86400 + hour * 3600 +
                               minute * 60 + second - std::int64_t{offset_minutes} * 60;
  return Instant{seconds, std::move(fraction)};
}

}  // namespace holdfast
