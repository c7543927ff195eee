// The number of a text is read in mixed radix: its lowest digit chooses the template, each slot
// takes the next digit. Small numbers therefore give first templates with first words.
//
// Slots, by the letter behind '%'; any other character behind it stands for itself:
//   b branch   f file   p person   s system   c code span   q quoted title   e emoji
//   P S F Q    the same in Japanese
//   n number   N number in full-width digits   d day   t time of day   x four hexadecimal digits
#include "generators/text_pool.h"

#include <span>

#include "core/check.h"

namespace holdfast {
namespace {

using Texts = std::span<const std::string_view>;

// Words that stand in a next action as well: none of them joins operations.
constexpr std::string_view kBranches[] = {"main",        "release-2.4", "fix-1182",
                                          "feature/csv", "hotfix/tax",  "docs-ja"};
constexpr std::string_view kFiles[] = {
    "plan.md",        "parser.c",    "ledger.csv",    "schema_0042.sql",
    "q2-report.xlsx", "minutes.txt", "gel_image.tif", "Ｒｅｐｏｒｔ.ｄｏｃｘ"};
constexpr std::string_view kPersons[] = {
    "the owner",        "the release manager", "Dr. Okafor",     "Ms. Sato",
    "the finance team", "José Núñez",          "Zoë from legal", "the lab lead 👩🏽‍🔬"};
constexpr std::string_view kSystems[] = {"staging",         "production",
                                         "the mail server", "the payment API",
                                         "the build farm",  "the customer database",
                                         "the freezer log", "the archive"};
constexpr std::string_view kCodeSpans[] = {"`ctest`", "`make check`", "`git status`",
                                           "`SELECT count(*) FROM users`", "`npm run lint`"};
constexpr std::string_view kTitles[] = {"\"Terms of use\"", "\"Q2 figures\"", "“Über uns”",
                                        "'Read me first'", "\"Then & now\""};
constexpr std::string_view kEmoji[] = {
    "🚀", "👩‍🔬", "🏳️‍🌈", "✅", "👨‍👩‍👧", "☕️", "🇯🇵"};
constexpr std::string_view kPersonsJa[] = {"責任者",   "経理担当",         "佐藤さん",
                                           "𠮷田さん", "渡辺󠄁さん", "法務部の髙橋さん"};
constexpr std::string_view kSystemsJa[] = {"検証環境", "本番環境",       "受注システム",
                                           "会計台帳", "メール配信基盤", "顧客管理（ＣＲＭ）"};
constexpr std::string_view kFilesJa[] = {"計画書.md", "売上_2026年5月.csv", "実験ノート第３巻.txt",
                                         "契約書案.docx", "𩸽の記録.tsv"};
constexpr std::string_view kTitlesJa[] = {"「利用規約」", "『決算短信』", "「はじめに」",
                                          "「Ｑ＆Ａ集」"};

constexpr std::string_view kTaskIds[] = {"task-%n",        "release-2.%n", "mail-%d",
                                         "close-%d-books", "lab/run_%x",   "PROJ-%n",
                                         "migrate.%x",     "audit#%n %e"};
constexpr std::string_view kTaskIdsJa[] = {"作業-%n", "決算-%d", "実験%N号", "契約確認_%x",
                                           "リリース２.%n"};

constexpr std::string_view kObjectives[] = {
    "Publish release 2.%n",
    "Move %s to the new region without losing a record.",
    "Answer the %n open requests of %p, each in its own mail.",
    "Close the books of %d; every difference above 5 EUR is explained in %f.",
    "Measure the melting point of sample %n three times %e",
    "Make %c pass on branch %b (it fails since %d).",
    "Translate %q into Japanese, keeping names & numbers.",
    "Refactor %f so that no function is longer than %n lines.",
    "Find out why %s drops 1% of its messages.\nReport to %p.",
    "Prepare the handover to %p: \"no open ends\", as agreed on %d.",
    "Replace C:\\data\\%x by a path beneath the project's root.",
    "Café menu: print version %n, naïve spelling kept – São Paulo edition.",
};
constexpr std::string_view kObjectivesJa[] = {
    "第%n版を公開する",
    "%Sを新しい拠点へ移し、記録を一件も失わない。",
    "%Pからの問い合わせ%N件に、それぞれ返信する。",
    "%Fの誤りを直し、%Pの確認を得る。",
    "試料%nの融点を３回測定する%e",
    "%Qを英語に訳す。人名と数値は原文のままとする。",
    "%d締めの決算で、差異が5,000円を超えるものを全て説明する。",
    "%bブランチで%cを通す。",
};

constexpr std::string_view kPaths[] = {"docs/plan.md",       "notes/%d.md",        "src/%x/%f",
                                       "reports/2026/%f",    "data/sample %n.tsv", "Ünïcode/%f",
                                       ".config/run-%x.json"};
constexpr std::string_view kPathsJa[] = {"資料/計画.md", "議事録/%d.md", "経理/%F",
                                         "実験/第%N回/%F", "𠮷野/%x.txt"};

// Most are times of RFC 3339; the last two of each language are none.
constexpr std::string_view kReadAts[] = {"%dT%t:00Z",
                                         "%dT%t:07Z",
                                         "%dT%t:41.25Z",
                                         "%dT%t:59Z",
                                         "%dT%t:30.000Z",
                                         "%dT%t:12Z",
                                         "%dT%t:26.5Z",
                                         "%dT%t:33Z",
                                         "%dT%t:48.125Z",
                                         "%dT%t:19Z",
                                         "%dT%t:05+09:00",
                                         "%d %t",
                                         "after the stand-up of %d"};
constexpr std::string_view kReadAtsJa[] = {
    "%dT%t:00Z", "%dT%t:15Z", "%dT%t:52.75Z",   "%dT%t:09Z", "%dT%t:44Z",     "%dT%t:38.5Z",
    "%dT%t:21Z", "%dT%t:56Z", "%dT%t:00+09:00", "%N時ごろ",  "%dの朝礼のあと"};

constexpr std::string_view kPhases[] = {
    "Read %f",
    "Collected the %n log files of %s",
    "Ran %c on branch %b: %n tests, no failure",
    "Drafted the reply to %p",
    "Reconciled accounts 1%n to 2%n",
    "Froze the schema (version 1.%n)",
    "Weighed samples 1–%n; tare checked",
    "Got the review of %p on %d",
    "Compared %f with the copy on %s %e",
    "Wrote \"%x\" into the run log\tas agreed",
    "Step %n of the checklist",
};
constexpr std::string_view kPhasesJa[] = {
    "%Fを読んだ",           "%Sの記録%N件を集めた。",     "%bで%cを実行し、%n件すべて成功した",
    "%Pへの返信案を書いた", "勘定科目１%N番を照合した。", "第%n回の測定を終えた%e",
    "%dに%Pの確認を得た。", "%Qの用語の揺れを一覧にした",
};

constexpr std::string_view kActions[] = {
    "Run the tests",
    "Open %f",
    "Send the draft reply to %p",
    "Merge branch %b into the release branch",
    "Publish build %n",
    "Read page %n of the handbook",
    "Restore the backup of %d on %s",
    "Measure the pH of sample %n",
    "Reconcile invoice 2026-%n.",
    "Rename the page to %q",
    "Run %c on branch %b",
    "Label tray %n %e",
    "Update the changelog in %f.",
    "Ask %p for the key with the id %x",
};
constexpr std::string_view kActionsJa[] = {
    "一覧を確認する",         "%Fを更新する",
    "返信案を%Pに送信する",   "%bブランチをプッシュする",
    "第%n版を公開する。",     "試料%Nの重さを測定する",
    "請求書%n番を照合する",   "%Qの第%N章を翻訳する",
    "%Sの控えを取得する",     "%cを実行する",
    "棚%nに%eの札を貼付する",
};

constexpr std::string_view kOperations[] = {
    "Send mail to %p",    "Open pull request #%n",   "Charge %n.50 EUR through the payment API",
    "Write %f to %s",     "Delete the index of %s",  "Post %q to the wiki",
    "git push origin %b", "Book freezer slot %n %e", "Create ticket %x for %p",
};
constexpr std::string_view kOperationsJa[] = {
    "%Pにメールを送信", "%Sへ%Fを書き込み",        "%n円を振込",
    "%Qを社内に掲示",   "プルリクエスト#%nを作成", "試薬%N本を発注%e",
};

constexpr std::string_view kEffectIds[] = {"effect-%n",   "mail-%d-%n",      "pr/%n",   "pay_%x%x",
                                           "INV:2026:%n", "ｔｉｃｋｅｔ-%n", "🧾-%x", "𝑒%n"};
constexpr std::string_view kEffectIdsJa[] = {"効果-%n", "送金-%d-%n", "ﾒｰﾙ-%x",
                                             "𠮷-%n",   "発注%N",     "画像%x"};

constexpr std::string_view kAuthorities[] = {
    "approval-%n",
    "Approval %x by %p to write to %s once",
    "One deployment to %s, granted on %d",
    "Permission of %p to spend up to %n EUR",
    "Sign-off %q (%d) %e",
    "token ✓ %x%x",
};
constexpr std::string_view kAuthoritiesJa[] = {
    "承認-%n",          "%Pによる%Sへの書き込み許可（1回限り）",
    "%d付け決裁第%N号", "%Pの支出許可：上限%n円",
    "%Qの公開許可%e",
};

constexpr std::string_view kProhibitions[] = {
    "Do not push to %b",
    "Never write to %s without approval of %p.",
    "You must not delete any file beneath src/%x.",
    "Never send mail outside the company before %d",
    "Do not change %f; it is the customer's.",
    "No payment above %n EUR without written approval",
    "Must not run %c on %s",
    "Never mention %q to the press %e",
    "Do not thaw sample %n. It is the last one.",
    "All test data must stay on %s.",
    "Do not use the word \"guarantee\" in replies to %p",
};
constexpr std::string_view kProhibitionsJa[] = {
    "%bへの直接プッシュは禁止",
    "%Pの承認なしに%Sへ書き込んではならない。",
    "%Fを書き換えないこと。",
    "%dより前に社外へ送信しないこと",
    "%n円を超える支払いは禁止。",
    "試料%Nを絶対に解凍しない%e",
    "必ず%Pに確認し、勝手に%Qを公開してはならない",
    "顧客の氏名を一切記録しない。",
};

constexpr std::string_view kRollbacks[] = {
    "Revert the last commit",
    "Restore %s from the snapshot of %d",
    "git revert %x; tell %p",
    "Void invoice %n, then issue a credit note.",
    "1. Stop %s.\n2. Put back %f.\n3. Call %p.",
    "Send a correction to %p & withdraw %q",
    "Return the samples to freezer %n %e",
};
constexpr std::string_view kRollbacksJa[] = {
    "直前のコミットを取り消す",         "%d時点の控えから%Sを復元する。",
    "%Fを第%n版に戻し、%Pに連絡する。", "請求書%N番を取り消して、赤伝票を起こす",
    "%Qの公開を取り下げる%e",
};

constexpr std::string_view kChecks[] = {
    "All tests pass",
    "%c exits with 0 on branch %b",
    "%p has confirmed %f in writing",
    "The totals of %f differ by less than 0.%n EUR",
    "No row of %s is older than %d",
    "Three readings of sample %n agree within 0.2 °C",
    "%q is online and shows \"version 2.%n\"",
    "The log holds exactly %n lines %e",
    "Every open request has an answer (%n of %n)",
};
constexpr std::string_view kChecksJa[] = {
    "全ての試験が通る",       "%bで%cが成功する。",           "%Fの合計が会計台帳と一致する",
    "%Pが書面で確認している", "%Qの第%n版が公開されている。", "測定値が３回とも±%N以内に収まる%e",
    "%Sの記録が%n件である",
};

// By TextKind, English and Japanese.
constexpr Texts kTemplates[kTextKinds][2] = {
    {kTaskIds, kTaskIdsJa},           {kObjectives, kObjectivesJa}, {kPaths, kPathsJa},
    {kReadAts, kReadAtsJa},           {kPhases, kPhasesJa},         {kActions, kActionsJa},
    {kOperations, kOperationsJa},     {kEffectIds, kEffectIdsJa},   {kAuthorities, kAuthoritiesJa},
    {kProhibitions, kProhibitionsJa}, {kRollbacks, kRollbacksJa},   {kChecks, kChecksJa},
};

struct SlotWords {
  char slot;
  Texts words;
};
constexpr SlotWords kSlotWords[] = {{'p', kPersons},   {'f', kFiles},     {'s', kSystems},
                                    {'P', kPersonsJa}, {'S', kSystemsJa}, {'F', kFilesJa},
                                    {'e', kEmoji},     {'q', kTitles},    {'Q', kTitlesJa},
                                    {'c', kCodeSpans}, {'b', kBranches}};

class Filler {
 public:
  explicit Filler(std::uint64_t number) : number_(number) {}

  std::string fill(Texts templates) {
    std::string_view rest = word(templates);
    out_.reserve(rest.size() + 40);
    for (;;) {
      const std::size_t mark = rest.find('%');
      if (mark == std::string_view::npos || mark + 1 == rest.size()) {
        break;
      }
      out_ += rest.substr(0, mark);
      add(rest[mark + 1]);
      rest.remove_prefix(mark + 2);
    }
    out_ += rest;
    return std::move(out_);
  }

 private:
  std::uint64_t take(std::uint64_t radix) {
    const std::uint64_t digit = number_ % radix;
    number_ /= radix;
    return digit;
  }

  std::string_view word(Texts words) { return words[static_cast<std::size_t>(take(words.size()))]; }

  void add(char slot) {
    switch (slot) {
      case 'n':
        out_ += std::to_string(1 + take(999));
        return;
      case 'N':
        add_full_width(1 + take(99));
        return;
      case 'd':
        add_day();
        return;
      case 't':
        add_two_digits(take(24));
        out_ += ':';
        add_two_digits(take(60));
        return;
      case 'x':
        add_hexadecimal();
        return;
      default:
        add_word(slot);
    }
  }

  void add_word(char slot) {
    for (const SlotWords& entry : kSlotWords) {
      if (entry.slot == slot) {
        out_ += word(entry.words);
        return;
      }
    }
    out_ += '%';
    out_ += slot;
  }

  void add_two_digits(std::uint64_t number) {
    out_ += static_cast<char>('0' + number / 10);
    out_ += static_cast<char>('0' + number % 10);
  }

  // Days from 2024-01-01 on, the 29th of February among them; every month has 28.
  void add_day() {
    const std::uint64_t day = take(60);
    if (day == 59) {
      out_ += "2024-02-29";
      return;
    }
    out_ += std::to_string(2026 - take(3));
    out_ += '-';
    add_two_digits(1 + (day + 4) % 12);
    out_ += '-';
    add_two_digits(1 + day % 28);
  }

  void add_full_width(std::uint64_t number) {
    for (const char digit : std::to_string(number)) {
      out_ += "\xEF\xBC";  // U+FF10 is EF BC 90
      out_ += static_cast<char>(0x90 + (digit - '0'));
    }
  }

  void add_hexadecimal() {
    static constexpr char kHex[] = "0123456789abcdef";
    const std::uint64_t digits = take(0x10000);
    for (int shift = 12; shift >= 0; shift -= 4) {
      out_ += kHex[(digits >> shift) & 0xF];
    }
  }

  std::uint64_t number_;
  std::string out_;
};

}  // namespace

std::string pool_text(TextKind kind, Language language, std::uint64_t number) {
  const auto row = static_cast<std::size_t>(kind);
  CHECK(row < kTextKinds);
  return Filler(number).fill(kTemplates[row][language == Language::kEnglish ? 0 : 1]);
}

Language language_of(std::string_view text) {
  for (const char c : text) {
    // Lead bytes E3..E9: U+3000..U+9FFF, kana and nearly all kanji.
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xE3 && byte <= 0xE9) {
      return Language::kJapanese;
    }
  }
  return Language::kEnglish;
}

}  // namespace holdfast
