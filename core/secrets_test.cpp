#include "core/secrets.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace holdfast {
namespace {

std::string masked(std::string_view text) {
  std::uint64_t count = 0;
  return mask_secrets(text, count);
}

// Built from parts, so that this file holds nothing that looks like a credential.
std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) {
    text += part;
  }
  return text;
}
const std::string kTail = repeated("aB3", 14);     // 42 characters of all three kinds
const std::string kHex = repeated("0a1b2c3d", 5);  // 40 hex digits, as a git commit has

TEST(Secrets, MasksKeysWithAnIssuersPrefix) {
  for (const std::string& key : {"sk-" + kTail,
                                 "sk-ant-api03-" + kTail,
                                 "sk-proj-" + kTail,
                                 "sk_live_" + kTail,
                                 "ghp_" + kTail,
                                 "gho_" + kTail,
                                 "ghu_" + kTail,
                                 "ghs_" + kTail,
                                 "ghr_" + kTail,
                                 "github_pat_" + kTail,
                                 "glpat-" + kTail,
                                 "AKIA" + repeated("A7", 8),
                                 "ASIA" + repeated("7B", 8),
                                 "AIza" + repeated("aB3x_", 7),
                                 "xoxb-123456789012-" + kTail,
                                 "xoxp-" + kTail,
                                 "npm_" + kTail,
                                 "hf_" + kTail,
                                 "pypi-" + kTail,
                                 "ya29." + kTail}) {
    EXPECT_EQ(masked("use " + key + " here"), "use [masked] here") << key;
    EXPECT_EQ(masked(key), "[masked]") << key;
    EXPECT_EQ(masked("(" + key + ")."), "([masked]).") << key;
  }
}

TEST(Secrets, MasksJsonWebTokens) {
  const std::string token = "eyJ" + kTail + ".eyJ" + kTail + "." + kTail + "-_x";
  EXPECT_EQ(masked("jwt " + token + ", ok"), "jwt [masked], ok");
}

TEST(Secrets, MasksPrivateKeyBlocks) {
  const std::string begin = "-----BEGIN RSA PRIVATE KEY-----";
  const std::string end = "-----END RSA PRIVATE KEY-----";
  EXPECT_EQ(masked("a\n" + begin + "\nMIIabc\nxyz\n" + end + "\nb"), "a\n[masked]\nb");
  EXPECT_EQ(masked("a " + begin + "\nMIIabc"), "a [masked]");
  EXPECT_EQ(masked(R"("a\n)" + begin + R"(\nMII\n)" + end + R"(\n")"), R"("a\n[masked]\n")");
}

TEST(Secrets, MasksBearerTokens) {
  EXPECT_EQ(masked("Authorization: Bearer " + kTail), "Authorization: Bearer [masked]");
  EXPECT_EQ(masked("authorization: basic dXNlcjpwYXNzd29yZA=="), "authorization: basic [masked]");
}

TEST(Secrets, MasksNamedValues) {
  EXPECT_EQ(masked("password=hunter2"), "password=[masked]");
  EXPECT_EQ(masked("DB_PASSWORD = 'a b'"), "DB_PASSWORD = 'a b'");  // "a" is no password
  EXPECT_EQ(masked("passwd: s3cret-word"), "passwd: [masked]");
  EXPECT_EQ(masked(R"({"password": "correct"})"), R"({"password": "[masked]"})");
  EXPECT_EQ(masked("api_key=" + kHex), "api_key=[masked]");
  EXPECT_EQ(masked("key = " + kHex), "key = [masked]");
  EXPECT_EQ(masked("secret = " + kTail + "=="), "secret = [masked]");
  EXPECT_EQ(masked("export GITHUB_TOKEN=\"" + kTail + "\""), "export GITHUB_TOKEN=\"[masked]\"");
  EXPECT_EQ(masked("AWS_SECRET_ACCESS_KEY: " + kTail + "."), "AWS_SECRET_ACCESS_KEY: [masked].");
  EXPECT_EQ(masked("https://x.test/?token=" + kTail + "&page=2"),
            "https://x.test/?token=[masked]&page=2");
  EXPECT_EQ(masked("db.client.secret=>" + kTail), "db.client.secret=>[masked]");
}

TEST(Secrets, MasksPasswordsInUrls) {
  EXPECT_EQ(masked("postgres://ada:hunter2@db:5432/x"), "postgres://ada:[masked]@db:5432/x");
}

TEST(Secrets, MasksJapanesePasswords) {
  EXPECT_EQ(masked("パスワード: abc123de です"), "パスワード: [masked] です");
  EXPECT_EQ(masked("パスワードはabc123deです"), "パスワードは[masked]です");
}

TEST(Secrets, AreMaskedToTheirEnd) {
  const std::string value = repeated("aB3", 1000);
  EXPECT_EQ(masked("token=" + value + " x"), "token=[masked] x");
  EXPECT_EQ(masked("password=\u00E9" + value + "\u00E9 x"), "password=[masked] x");
  EXPECT_EQ(masked("password=" + repeated("\u00E9", 500) + " x"), "password=[masked] x");
  EXPECT_EQ(masked("token=" + repeated("aB3.", 300) + " x"), "token=[masked]. x");
}

TEST(Secrets, CountsEachPlace) {
  std::uint64_t count = 3;
  EXPECT_EQ(mask_secrets("password=hunter2 and token=" + kTail, count),
            "password=[masked] and token=[masked]");
  EXPECT_EQ(count, 5U);
}

TEST(Secrets, LeaveOrdinaryTextAlone) {
  const std::string uuid = "7d1e0c52-0000-4000-8000-00000000aa01";
  for (const std::string& text :
       {std::string("fixed in ") + kHex,
        "commit " + kHex.substr(0, 7),
        "sha256 " + kHex + kHex.substr(0, 24),
        "session " + uuid,
        "key = " + uuid,
        "primary key: " + uuid,
        std::string("key = 7D1e0c52-0000-4000-8000-00000000Aa01"),
        std::string("the password must have eight letters"),
        std::string("password: must have eight letters"),
        std::string("Password: "),
        std::string("forgot the token? ask for a new one"),
        std::string("token: the next word"),
        std::string("max_tokens=155031"),
        std::string("tokens = 155031"),
        std::string("const token = getAccessTokenFromTheStorage();"),
        std::string("password = os.environ[\"PASSWORD\"]"),
        std::string("PASSWORD=$DB_PASSWORD"),
        std::string("password=<your password>"),
        std::string("password = None"),
        std::string("PWD=/home/ada/kiln"),
        std::string("sk-fading-circle-spinner-with-dots"),
        std::string("risk-taking-1234567890-abcdefghij"),
        std::string("AKIA is a prefix"),
        std::string("ghp_ and gho_ are prefixes"),
        std::string("Bearer of bad news"),
        std::string("use a Bearer authentication-header"),
        std::string("a basic understanding"),
        std::string("eyJ is how a token begins"),
        std::string("cache-key=user-profile-v2-settings"),
        std::string("keyboard: qwertyuiopasdfghjklz1"),
        std::string("monkey = 12345678901234567890x"),
        std::string("-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----"),
        std::string("https://x.test:8080/a@b"),
        std::string("git@github.com:ada/kiln.git"),
        std::string("ssh://git@host/path"),
        std::string("パスワードを忘れました"),
        std::string("パスワードは必須です")}) {
    std::uint64_t count = 0;
    EXPECT_EQ(mask_secrets(text, count), text);
    EXPECT_EQ(count, 0U) << text;
  }
}

TEST(Secrets, AreMaskedOnceAndForAll) {
  const std::string once = masked("password=hunter2, Bearer " + kTail + ", sk-" + kTail);
  EXPECT_EQ(masked(once), once);
}

TEST(Secrets, AreFoundInLinearTime) {
  for (const std::string_view part : {"a.", "key=", "password:", "password:(", "sk-", "eyJa.",
                                      "Bearer ", "-----BEGIN ", "a://b:", "=", " "}) {
    const std::string text = repeated(part, (std::size_t{1} << 20) / part.size());
    EXPECT_FALSE(masked(text).empty());
  }
}

}  // namespace
}  // namespace holdfast
