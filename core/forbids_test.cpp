#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/extract.h"
#include "core/forbids.h"

namespace holdfast {
namespace {

void expect_all(const std::vector<std::string_view>& sentences, bool expected) {
  for (const std::string_view sentence : sentences) {
    EXPECT_EQ(forbids(sentence), expected) << sentence;
  }
}

TEST(Forbids, HearsEnglishProhibitions) {
  expect_all(
      {
          "Do not touch the migrations.",
          "don't push to main",
          "Dont run the deploy script.",
          "Please don\u2019t reformat files you have not changed.",
          "DO NOT commit generated code!",
          "Do **not** delete the fixtures",
          "Never force-push.",
          "You must never write outside the sandbox.",
          "You must not change the public API.",
          "The API key must not be logged.",
          "You should not edit files under vendor/.",
          "Secrets should never be written to disk",
          "This branch should not be merged.",
          "Fix the test, but don't change its name.",
          "Run the linter and do not skip any file.",
          "If the build fails, don't retry it.",
          "Make sure you don't overwrite the config.",
          "Make sure not to break the old endpoint.",
          "Be careful not to drop the index.",
          "Stop adding comments to every line.",
          "Please stop using mocks.",
          "Avoid global state.",
          "You should avoid new dependencies.",
          "Please refrain from renaming things.",
          "Nothing is deployed without my approval.",
          "No commits without asking me first.",
          "You may no longer use the old client.",
          "Under no circumstances upload the data.",
          "I don't want you to touch the tests.",
          "I don't want any new files.",
          "I'd rather you didn't rebase.",
          "Let's not refactor this now.",
          "Can you please not open a PR yet?",
          "Could you stop pushing to main?",
          "Pushing to the release branch is strictly forbidden.",
          "You are not allowed to call the production API.",
          "The schema is not to be changed.",
          "Leave the README alone.",
          "You can't use the network here.",
          "I told you not to delete branches.",
          "Note: do not bump the version",
          "ok, don't ask, just read",
          "mainに don't push, please",
      },
      true);
}

TEST(Forbids, LetsOtherEnglishPass) {
  expect_all(
      {
          "I don't know why it fails.",
          "It doesn't compile any more.",
          "Why don't you use a map here?",
          "Don't you think that is too slow?",
          "They don't have access.",
          "The tests pass locally but don't pass on CI.",
          "Don't know what that means",
          "don't think so",
          "Don't worry about the style.",
          "Don't forget to run the tests.",
          "Never mind, found it.",
          "I have never seen this error.",
          "It never worked on Windows.",
          "You never told me about that.",
          "This should not happen.",
          "It shouldn't take long",
          "Shouldn't we use the cache?",
          "You should not have deleted it, but fine.",
          "We no longer use Jenkins.",
          "It no longer crashes, thanks",
          "You can push without asking.",
          "Why did you commit without asking?",
          "The server stops responding after a minute.",
          "Add a lock to avoid the race.",
          "That would avoid the copy.",
          "The button says \"Do not show again\".",
          "Rename `do not edit` to something else.",
          "I get a 403, access is forbidden, it says.",
          "How do I stop tracking this file?",
          "If you don't find it, look in the docs.",
          "but you couldn't detect if a user edited a single file",
          "ok, do nothing, can we add some tests?",
          "You don't need to ask.",
          "I did not edit in between shadow commits.",
          "Unfortunately, I cannot reproduce it.",
          "Without the flag it works.",
          "hm, the tests, however, don't run",
          "no remove this again, the risk is too big",
          "Is it not in the list?",
          "Can you not find it in the list?  I don't see it",
      },
      false);
}

TEST(Forbids, HearsJapaneseProhibitions) {
  expect_all(
      {
          "mainにpushしないで",
          "マイグレーションには触らないでください。",
          "テストを消さないでね",
          "既存のファイルは変更しないでくれ",
          "勝手にコミットしないでほしい",
          "まだデプロイしないでもらえますか？",
          "本番環境に接続してはいけない",
          "鍵をログに出してはいけません。",
          "この関数は名前を変えてはならない。",
          "そこは書き換えちゃだめ",
          "ログに個人情報を出してはダメです",
          "force pushは禁止",
          "直接のデプロイは禁止です。",
          "依存関係の追加は禁止とする",
          "外部APIの呼び出しは禁止されています。",
          "設定ファイルに触るな",
          "勝手に消すなよ！",
          "古いAPIは使うな。",
          "公開APIを変更しないこと",
          "確認なしにpushしないこと。",
          "絶対に本番のデータを触らない",
          "決して秘密鍵を表示しません。",
          "二度とmainに直接書き込まないこと",
          "リファクタリングはやめてください",
          "新しいライブラリの導入は控えてください。",
          "グローバル変数は避けてください",
          "既存のテストを変えないようにしてください。",
          "許可なくファイルを削除しないようお願いします",
          "コメントを消すべきではない。",
          "秘密情報の記録は厳禁です",
          "テストはスキップしないで、全部実行して",
          "絶対ダメ",
      },
      true);
}

TEST(Forbids, LetsOtherJapanesePass) {
  expect_all(
      {
          "なぜ失敗するのかわからない",
          "この行の意味が分からないです。",
          "テストを実行しなければならない",
          "先にビルドしなくてはいけない。",
          "READMEも更新しなくちゃだめ",
          "動かないことがあります",
          "テストが通らないことを確認してください",
          "キャッシュできないでしょうか",
          "もう少し速くならないでしょうか？",
          "エラーが出ないこと",
          "画面が消えないように修正して",
          "落ちないようにしてください",
          "触ってはいけないファイルはありますか？",
          "これは禁止ワードの一覧です",
          "禁止リストに追加して",
          "よく動いてるな。",
          "ちょっと遅すぎるな",
          "これでいいと思うな。",
          "次のような例を書いて",
          "変更するなら先にテストを書いて",
          "ログなどを見て",
          "絶対に間違いない",
          "それは絶対に必要です",
          "もう使わないのでファイルを消してください",
          "確認しないでコミットしたのはなぜ？",
          "テストは不要です",
          "やめてしまったプロジェクトの続きです",
          "競合を避けるために鍵を使って",
          "ボタンに「押さないでください」と書いて",
          "直せるかな。",
          "値がないときは0を返して",
          "しないでよい",
      },
      false);
}

// --- cutting ---

std::vector<std::string> cut(std::string_view prompt) {
  const std::vector<std::string_view> sentences = prose_sentences(prompt);
  return {sentences.begin(), sentences.end()};
}
using Cut = std::vector<std::string>;

TEST(Sentences, EndAtMarksAndLineBreaks) {
  EXPECT_EQ(cut("Fix it. Don't push! Ok? yes\nlast one"),
            (Cut{"Fix it.", "Don't push!", "Ok?", "yes", "last one"}));
  EXPECT_EQ(cut("触るな。消すな！いい？はい"), (Cut{"触るな。", "消すな！", "いい？", "はい"}));
  EXPECT_EQ(cut("a\r\nb\rc"), (Cut{"a", "b", "c"}));
}

TEST(Sentences, DoNotEndInsideFileNamesAndAbbreviations) {
  EXPECT_EQ(cut("Never edit core/json.cpp, e.g. its limits, in v1.2 please."),
            (Cut{"Never edit core/json.cpp, e.g. its limits, in v1.2 please."}));
}

TEST(Sentences, LoseListMarks) {
  EXPECT_EQ(cut("- one\n  * two\n3. three\n## four\n> five\n・六"),
            (Cut{"one", "two", "three", "four", "five", "六"}));
}

TEST(Sentences, LeaveOutClosedFencesOnly) {
  EXPECT_EQ(cut("a\n```\nDo not read.\n```\nb"), (Cut{"a", "b"}));
  EXPECT_EQ(cut("a\n~~~ sh\nDo not read.\n~~~\nb"), (Cut{"a", "b"}));
  EXPECT_EQ(cut("a\n```\nDo not lose."), (Cut{"a", "Do not lose."}));
  EXPECT_EQ(cut("```one line```\nb"), (Cut{"b"}));
}

TEST(Sentences, LeaveOutLongPastedOutput) {
  std::string log;
  for (std::size_t i = 0; i <= kPastedLinesMax; ++i) {
    log += "2026-01-02 10:00:00 WARN do not use this option\n";
  }
  EXPECT_EQ(cut("look:\n\n" + log + "\nDo not push."), (Cut{"look:", "Do not push."}));
}

TEST(Sentences, KeepShortPastesAndLongLists) {
  EXPECT_EQ(cut("ERROR: do not use this\nhelp").size(), 2U);
  std::string list;
  for (int i = 0; i < 20; ++i) {
    list += "- do not touch file " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(cut(list).size(), 20U);
}

TEST(Sentences, LeaveOutSystemReminders) {
  EXPECT_EQ(cut("a <system-reminder>Never say.</system-reminder> b"), (Cut{"a", "b"}));
  EXPECT_EQ(cut("a <system-reminder>Never say."), (Cut{"a <system-reminder>Never say."}));
}

TEST(Sentences, OfNothingAreNone) {
  EXPECT_TRUE(cut("").empty());
  EXPECT_TRUE(cut(" \n\t\n").empty());
}

}  // namespace
}  // namespace holdfast
