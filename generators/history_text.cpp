// Templates are filled slot by slot; a % and a letter is a slot:
//   n number   x four hexadecimal digits   t time of day   f file   w identifier   s system
//   N S F W    the same in full-width Japanese
// Lines are appended, English and Japanese in proportion to what is left of each, and the last of
// each is cut where its share ends.
#include "generators/history_text.h"

#include <algorithm>
#include <span>
#include <string>

#include "core/check.h"

namespace holdfast {
namespace {

using Texts = std::span<const std::string_view>;

constexpr std::string_view kFiles[] = {
    "core/parser.cpp", "src/export/csv.c", "docs/plan.md",        "api/orders_view.py",
    "web/menu.tsx",    "ledger/2026.csv",  "schema/0042_add.sql", "tests/parse_empty.c"};
constexpr std::string_view kWords[] = {"row_count", "retry_limit", "parse_line", "invoice_total",
                                       "cache_key", "tax_rate",    "sample_id",  "window_size"};
constexpr std::string_view kSystems[] = {"staging", "the build farm", "the mail server",
                                         "the archive", "the test database"};
constexpr std::string_view kFilesJa[] = {"計画書",       "売上表", "実験ノート",
                                         "設定ファイル", "議事録", "在庫一覧"};
constexpr std::string_view kWordsJa[] = {"行数",     "上限値",         "消費税率",
                                         "試料番号", "キャッシュの鍵", "請求額"};
constexpr std::string_view kSystemsJa[] = {"検証環境", "受注システム", "会計台帳",
                                           "メール配信基盤"};

constexpr std::string_view kChatter[] = {
    "Looking at %f now: the second branch reads %w before it is set. ",
    "The numbers from %s agree with the ones in %f to the last digit.\n",
    "I compared both versions; the difference is in %w, line %n. ",
    "That explains the %n slow requests at %t. ",
    "Next I read %f from the top, because %w comes from there.\n",
    "The test run on %s took %n seconds, about as long as last week. ",
    "Two of the %n rows look odd: %w is empty there.\n",
    "My guess is that %w grows with each retry. ",
    "Nothing unusual in %f so far.\n",
};
constexpr std::string_view kChatterJa[] = {
    "%Fを読むと、%Wの求め方が二通りあることが分かりました。",
    "%Sの値と%Fの値は最後の桁まで一致しています。",
    "処理が遅い原因は、%Wの計算にあるようです。",
    "次に%Fの先頭から順に見ていきます。",
    "%N行のうち二行だけ、%Wが空になっています。",
    "%Sでの実行には%N秒かかりました。",
};
constexpr std::string_view kRemarks[] = {
    "The build on my machine shows the same numbers. ",
    "This is what %s printed this morning at %t:\n",
    "Here is the part of %f that I meant, with %n lines around it:\n",
    "I saw %w jump to %n while the others stayed flat. ",
    "For context, %f came from the old repository in spring.\n",
    "The colleagues from support see it as well, about %n times a day. ",
};
constexpr std::string_view kRemarksJa[] = {
    "手元の環境でも同じ数値になりました。", "今朝の%Sの出力は次のとおりです。",
    "%Fは春に旧システムから移したものです。", "%Wだけが急に増え、ほかは横ばいでした。",
    "問い合わせは一日に%N件ほど来ています。"};
constexpr std::string_view kCalls[] = {
    "shell {\"command\":\"grep -n %w %f\",\"timeout\":%n}\n",
    "read_file {\"path\":\"%f\",\"from\":%n,\"lines\":120}\n",
    "shell {\"command\":\"make test FILTER=%w\"}\n",
    "search {\"query\":\"%w %x\",\"limit\":%n}\n",
};
constexpr std::string_view kCallsJa[] = {"「%Wの推移」を検索。", "%Fの一覧を表示。"};
constexpr std::string_view kOutput[] = {
    "2026-05-14 %t:07 INFO worker %n: %w=%n in %n ms\n",
    "2026-05-14 %t:31 WARN %f:%n: retry %n of 5, waiting 200 ms\n",
    "2026-05-14 %t:44 DEBUG cache miss for key %x%x\n",
    "[%n/412] Building object %f.o\n",
    "%f:%n: note: '%w' declared here\n",
    "test %w_%n ... passed (%n ms)\n",
    "-rw-r--r-- 1 dev dev %n %f\n",
    "-  const int %w = %n;\n+  const int %w = %n;\n",
    "@@ -%n,7 +%n,9 @@ %w(input)\n",
    "  if (%w > %n) {\n    return %w(%n);\n  }\n",
    "  for (row in %w) total += row.amount * %n;\n",
    "%x%x%x%x  %f\n",
};
constexpr std::string_view kOutputJa[] = {
    "%Sに接続し、%N件の記録を読み込みました。", "警告：%Wが上限に近づいています。",
    "%Fを保存しました（%N行）。", "再試行まで%N秒待機します。",
    "入力の%N行目で%Wが見つかりません。"};
constexpr std::string_view kNotices[] = {
    "The context holds %n messages. ", "The working folder has %n changed files.\n",
    "Reminder of the runtime: tool results are cut at %n lines.\n", "The session clock says %t.\n"};
constexpr std::string_view kNoticesJa[] = {"文脈には%N件の発言があります。",
                                           "作業フォルダーの変更は%N件です。"};

constexpr std::string_view kStash[] = {
    "My changes are on the stash for a moment; I am continuing with the rest. ",
    "Stash entry %n holds %f as it was. "};
constexpr std::string_view kRecovery[] = {
    "The environment is being set up again; I am continuing with the rest. ",
    "The container came back at %t with an empty cache. "};
constexpr std::string_view kLostHelper[] = {
    "One helper gives no answer; I am continuing with the rest. ",
    "The helper for %f wrote its last line at %t. "};
constexpr std::string_view kRestart[] = {"The process restarted; I am continuing with the rest. ",
                                         "After the restart at %t, %f is as before. "};
constexpr std::string_view kStashJa[] = {"変更を一時的に退避し、残りの作業を続けます。"};
constexpr std::string_view kRecoveryJa[] = {"環境を復旧しながら、残りの作業を続けます。"};
constexpr std::string_view kLostHelperJa[] = {"補助役の応答がないまま、残りの作業を続けます。"};
constexpr std::string_view kRestartJa[] = {"再起動しましたが、残りの作業を続けます。"};

constexpr std::string_view kDetourNames[kDetours] = {"stash", "environment recovery", "lost helper",
                                                     "restart"};
// By Detour, English and Japanese.
constexpr Texts kDetourTexts[kDetours][2] = {{kStash, kStashJa},
                                             {kRecovery, kRecoveryJa},
                                             {kLostHelper, kLostHelperJa},
                                             {kRestart, kRestartJa}};

struct Style {
  Texts english;
  Texts japanese;
};

// Users and assistants quote output now and then; `number` decides.
Style style_of(Role role, std::uint64_t number) {
  switch (role) {
    case Role::kUser:
      return number % 3 == 0 ? Style{kOutput, kOutputJa} : Style{kRemarks, kRemarksJa};
    case Role::kCall:
      return {kCalls, kCallsJa};
    case Role::kResult:
      return {kOutput, kOutputJa};
    case Role::kSystem:
    case Role::kLedger:
      return {kNotices, kNoticesJa};
    case Role::kAssistant:
    case Role::kSummary:
      break;
  }
  return number % 5 == 0 ? Style{kOutput, kOutputJa} : Style{kChatter, kChatterJa};
}

class Line {
 public:
  explicit Line(Random& random) : random_(random) {}

  const std::string& fill(Texts templates) {
    out_.clear();
    std::string_view rest = random_.pick(templates);
    for (;;) {
      const std::size_t mark = rest.find('%');
      if (mark == std::string_view::npos) {
        break;
      }
      CHECK(mark + 1 < rest.size());
      out_ += rest.substr(0, mark);
      add(rest[mark + 1]);
      rest.remove_prefix(mark + 2);
    }
    out_ += rest;
    return out_;
  }

 private:
  void add(char slot) {
    switch (slot) {
      case 'n':
        out_ += std::to_string(random_.between(1, 999));
        return;
      case 'N':
        for (const char digit : std::to_string(random_.between(1, 99))) {
          out_ += "\xEF\xBC";  // U+FF10 is EF BC 90
          out_ += static_cast<char>(0x90 + (digit - '0'));
        }
        return;
      case 'x':
        for (int i = 0; i < 4; ++i) {
          out_ += "0123456789abcdef"[random_.below(16)];
        }
        return;
      case 't':
        add_two_digits(random_.below(24));
        out_ += ':';
        add_two_digits(random_.below(60));
        return;
      default:
        out_ += random_.pick(words(slot));
    }
  }

  void add_two_digits(std::uint64_t number) {
    out_ += static_cast<char>('0' + number / 10);
    out_ += static_cast<char>('0' + number % 10);
  }

  static Texts words(char slot) {
    switch (slot) {
      case 'f':
        return kFiles;
      case 'w':
        return kWords;
      case 's':
        return kSystems;
      case 'F':
        return kFilesJa;
      case 'W':
        return kWordsJa;
      default:
        CHECK(slot == 'S');
        return kSystemsJa;
    }
  }

  Random& random_;
  std::string out_;
};

constexpr std::size_t kWideBytes = 3;

class FillerText {
 public:
  FillerText(Size size, const FillerPlace& place, Random& random)
      : place_(place), random_(random), line_(random) {
    const std::size_t extra = std::max(size.bytes, size.characters) - size.characters;
    wide_ = std::min<std::size_t>(extra / (kWideBytes - 1), size.characters);
    narrow_ = size.characters - wide_;
    // One character of two bytes, where a cut has left an odd size.
    odd_ = extra % (kWideBytes - 1) == 1 && narrow_ > 0;
    narrow_ -= odd_ ? 1 : 0;
    out_.reserve(size.bytes);
  }

  std::string write() {
    if (place_.after_text && narrow_ > 0) {
      line_end();
    }
    const bool ends_line = place_.before_text && narrow_ > 0;
    narrow_ -= ends_line ? 1 : 0;
    if (place_.detour && place_.role == Role::kAssistant) {
      say_detour();
    }
    Style style = style_of(place_.role, random_.next());
    while (narrow_ + wide_ > 0) {
      if (random_.below(narrow_ + wide_) < narrow_) {
        add_narrow(style.english);
      } else {
        add_wide(style.japanese);
      }
      if (random_.chance(1, 8)) {
        style = style_of(place_.role, random_.next());
      }
    }
    if (odd_) {
      out_ += "\xC2\xB7";  // a middle dot
    }
    if (ends_line) {
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  void line_end() {
    out_ += '\n';
    --narrow_;
  }

  void add_narrow(Texts texts) { append_narrow(line_.fill(texts)); }
  void append_narrow(std::string_view line) {
    const std::size_t count = std::min(line.size(), narrow_);
    out_ += line.substr(0, count);
    narrow_ -= count;
  }

  void add_wide(Texts texts) { append_wide(line_.fill(texts)); }
  void append_wide(std::string_view line) {
    const std::size_t count = std::min(line.size() / kWideBytes, wide_);
    out_ += line.substr(0, count * kWideBytes);
    wide_ -= count;
    if (narrow_ > 0 && random_.chance(1, 3)) {
      line_end();
    }
  }

  // Its first line is the one that says what the agent goes on with.
  void say_detour() {
    const Texts* texts = kDetourTexts[static_cast<std::size_t>(*place_.detour)];
    if (narrow_ >= wide_) {
      append_narrow(texts[0].front());
    } else {
      append_wide(texts[1].front());
    }
    if (narrow_ > 0) {
      add_narrow(texts[0].subspan(1));
    }
  }

  const FillerPlace& place_;
  Random& random_;
  Line line_;
  std::string out_;
  std::size_t narrow_ = 0;  // characters still to be written
  std::size_t wide_ = 0;
  bool odd_ = false;
};

}  // namespace

std::string_view to_text(Detour detour) { return kDetourNames[static_cast<std::size_t>(detour)]; }

std::string filler_text(Size size, const FillerPlace& place, Random& random) {
  return FillerText(size, place, random).write();
}

Size mixed_size(std::size_t characters, std::size_t japanese_percent) {
  CHECK(japanese_percent <= 100);
  const std::size_t wide = characters * japanese_percent / 100;
  Size size = ascii(characters);
  size.bytes += static_cast<std::uint32_t>(wide * (kWideBytes - 1));
  return size;
}

}  // namespace holdfast
