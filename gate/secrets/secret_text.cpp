#include "gate/secrets/secret_text.h"

#include <algorithm>
#include <array>
#include <memory>

#include <re2/re2.h>
#include <re2/set.h>

#include "gate/secrets/secret_forms.h"
#include "gate/secrets/secret_value.h"
#include "gate/secrets/spoken_secret.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

/// A value behind the name that says it is a secret: `api_key = "..."`, `"clientSecret": "..."`, `TOKEN:=...`,
/// `<password>...`. Groups: the name; the value in either quotes, or bare.
constexpr std::string_view named_value =
    R"re((?i)\b([a-z0-9_.\-]{0,60}?(?:key|token|secret|passwd|password|passphrase|pwd|pass|credential|auth|authorization))(?:s|[0-9]{1,3}|[_\-][a-z0-9_\-]{1,16})?["'\])]{0,3}[ \t]{0,8}(?:[:?+]?[:=]=?=?|=>|!==?|->|>)[ \t]{0,8}[@`{(\[]{0,3}(?:(?:Bearer|Token|Basic|OAuth)[ \t]+)?(?:"(?:Bearer )?([^"\s]{6,})"|'(?:Bearer )?([^'\s]{6,})'|([^\s"'`<>,;)]{3,})))re";
/// A value behind what takes one. Sources: the manual pages of the commands.
struct GivenForm {
  std::string_view pattern;  ///< its groups are values
  bool strong = false;       ///< a value counts only if it looks like a password even without a name
};
constexpr auto given_forms = std::to_array<GivenForm>({
    {R"re((?i)\b(?:Bearer|Basic|Token)[ \t]+["']?([a-z0-9_\-.=+/~]{12,}))re"},
    {R"re((?i)\b(?:Set-)?Cookie:[ \t]*[\w.\-]*(?:sess|sid|auth|token|jwt)[\w.\-]*=([^\s;"']{16,}))re"},
    {R"re((?is)\bcurl\b[^;|&]{0,300}?[ \t](?:-u|--user)[ =]+["']?[^\s"':$]*:["']?([^\s"'$][^\s"']{3,}))re"},
    {R"re((?i)\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^;|&\n]{0,300}?[ \t]-p([^\s"'$\-][^\s"'$]{3,}))re"},
    {R"re((?i)--(?:password|passwd|passphrase|token|api-?key|secret)[ =]+["']?([^\s"'$<]{6,}))re"},
    {R"re(\bopenssl\b[^;|&\n]{0,300}?[ \t](?:-k[ \t]+["']?|-pass(?:in|out)?[ \t]+["']?pass:)([^\s"'$]{4,}))re"},
    {R"re(\b(?:zip|unzip)\b[^;|&\n]{0,200}?[ \t]-P[ \t]*["']?([^\s"'$\-]{4,}))re"},
    {R"re(\b(?:7z|7za|7zr|rar|unrar)\b[^;|&\n]{0,200}?[ \t]-p["']?([^\s"'$]{4,}))re"},
    {R"re(\b[\w.\-]+:([^\s"'$:]{4,})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd\b)re"},
    {R"re((?i)\bnet[ \t]+user[ \t]+[^\s/]+[ \t]+([^\s/*$]{4,}))re"},
    {R"re(\bhtpasswd[ \t]+-\w*b\w*[ \t]+\S+[ \t]+\S+[ \t]+["']?([^\s"'$]{4,}))re"},
    {R"re(\bsshpass[ \t]+-p[ \t]*["']?([^\s"'$]{4,}))re"},
    {R"re(\b(?:redis-cli)\b[^;|&\n]{0,200}?[ \t]-a[ \t]+["']?([^\s"'$\-][^\s"'$]{3,}))re"},
    {R"re(\b(?:docker|podman|mongosh|mongo|mongodump|mongorestore|twine|az)\b[^;|&\n]{0,200}?[ \t]-p[ \t]+["']?([^\s"'$\-:/][^\s"'$:/]{5,}))re",
     true},
    {R"re(\b(?:ldapsearch|ldapadd|ldapmodify|ldapdelete)\b[^;|&\n]{0,200}?[ \t]-w[ \t]*["']?([^\s"'$\-][^\s"'$]{3,}))re"},
    {R"re(\b(?:sqlcmd|ipmitool|bcp)\b[^;|&\n]{0,200}?[ \t]-P[ \t]*["']?([^\s"'$\-][^\s"'$]{3,}))re"},
    {R"re(\b(?:smbclient|rpcclient|net|mount\.cifs)\b[^;|&\n]{0,200}?-U[ \t]*["']?[^\s%"']+%([^\s"'$]{4,}))re"},
    {R"re(\bkeytool\b[^;|&\n]{0,200}?[ \t]-(?:store|key|deststore|srcstore)pass[ \t]+["']?([^\s"'$]{4,}))re"},
    {R"re(\becho[ \t]+(?:-n[ \t]+)?["']?([^\s"'$|]{4,})["']?[ \t]*\|[ \t]*sudo[ \t]+-\w*S)re"},
    {R"re(\bwpa_passphrase[ \t]+(?:"[^"]*"|'[^']*'|\S+)[ \t]+["']?([^\s"'$]{8,}))re"},
    {R"re((?i)\bmachine[ \t]+\S+\s+login[ \t]+\S+\s+password[ \t]+(\S{4,}))re"},
    {R"re((?i)\bcommunity[ \t]+string[ \t]*[:=][ \t]*["']?([^\s"'$<]{4,}))re"},
    {R"re((?i)\b(?:log-?in|user(?:name)?|account|creds?|credentials|zugang(?:sdaten)?|identifiants?|acceso|credenciales|accesso|credenziali)[ \t:=]+[^\s/|]+[ \t]*[/|][ \t]*([^\s"'<>]{6,}))re",
     true},
});

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

RE2::Options options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(16 << 20);
  return options;
}

std::unique_ptr<const RE2> compiled(std::string_view pattern) {
  return std::make_unique<const RE2>(piece(pattern), options());
}

/// All patterns in one set, to learn in one pass that a text has none; and each alone, to learn where.
struct Forms {
  RE2::Set set{options(), RE2::UNANCHORED};
  std::vector<std::unique_ptr<const RE2>> each;
  std::unique_ptr<const RE2> named = compiled(named_value);
  std::vector<std::unique_ptr<const RE2>> given;
  bool usable = true;

  Forms() {
    const auto add = [&](std::string_view pattern) { usable = set.Add(piece(pattern), nullptr) >= 0 && usable; };
    for (const SecretForm& form : secret_forms()) {
      add(form.pattern);
      each.push_back(compiled(form.pattern));
      usable = usable && each.back()->ok();
    }
    add(named_value);
    for (const GivenForm& form : given_forms) {
      add(form.pattern);
      given.push_back(compiled(form.pattern));
      usable = usable && given.back()->ok();
    }
    usable = usable && named->ok() && set.Compile();
  }
};

const Forms& all_forms() {
  static const Forms all;
  return all;
}

bool stands_between_words(char c) {
  static constexpr auto table = [] {
    std::array<bool, 256> between{};
    for (const char space : std::string_view(" \t\n\r\"'`<>(){}[],;"))
      between[static_cast<unsigned char>(space)] = true;
    return between;
  }();
  return table[static_cast<unsigned char>(c)];
}

/// Public keys, certificates and signatures between their lines.
std::vector<SecretSpan> published_keys(std::string_view text) {
  constexpr std::string_view opener = "-----BEGIN ";
  std::vector<SecretSpan> found;
  for (std::size_t at = text.find(opener); at != text.npos; at = text.find(opener, at + 1)) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (line.find("PRIVATE") != line.npos) continue;
    const std::size_t end = text.find("-----END ", at);
    found.push_back({"", at, end == text.npos ? text.size() : end});
  }
  return found;
}

/// What stands before a word says that it is data: a picture in an address.
bool is_data(std::string_view before) {
  return before.ends_with(";base64,") || before.ends_with("base64, ");
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  void by_form_or_name() {
    RE2::Set::ErrorInfo error{RE2::Set::kNoError};
    std::vector<int> hits;
    if (!all_forms().set.Match(piece(text_), nullptr, &error) && error.kind == RE2::Set::kNoError) return;
    if (!all_forms().set.Match(piece(text_), &hits, &error)) {
      // The automaton ran out of memory: each pattern by itself.
      for (std::size_t i = 0; i < all_forms().each.size() + 1 + given_forms.size(); ++i)
        hits.push_back(static_cast<int>(i));
    }
    std::sort(hits.begin(), hits.end());
    const std::size_t named = all_forms().each.size();
    for (const int hit : hits) {
      const auto index = static_cast<std::size_t>(hit);
      if (index < named) {
        by_form(index);
      } else {
        index == named ? by_name() : by_use(index - named - 1);
      }
    }
  }

  /// What the words around it say to be a secret.
  void by_words() {
    for (const SecretSpan& span : find_spoken_secrets(text_)) spans_.push_back(span);
  }

  /// Long random words, outside addresses and file names.
  void by_randomness() {
    const std::vector<SecretSpan> shown = published_keys(text_);
    for_each_word([&](std::size_t begin, std::string_view word) {
      if (is_place(word) || is_data(text_.substr(0, begin)) || is_known_kind(word)) return;
      if (std::any_of(shown.begin(), shown.end(),
                      [&](const SecretSpan& s) { return begin >= s.begin && begin < s.end; }))
        return;
      for_each_run(word, [&](std::size_t at, std::string_view run) {
        if (looks_random(run) && !is_known_kind(run)) add("what looks like a key", begin + at, run.size());
      });
    });
  }

  std::vector<SecretSpan> found() && {
    std::stable_sort(spans_.begin(), spans_.end(),
                     [](const SecretSpan& a, const SecretSpan& b) { return a.begin < b.begin; });
    std::vector<SecretSpan> apart;
    for (const SecretSpan& span : spans_) {
      if (apart.empty() || span.begin >= apart.back().end) {
        apart.push_back(span);
      } else {
        apart.back().end = std::max(apart.back().end, span.end);
      }
    }
    return apart;
  }

 private:
  void add(std::string_view kind, std::size_t begin, std::size_t size) {
    spans_.push_back({kind, begin, begin + size});
  }
  void add(std::string_view kind, re2::StringPiece where) {
    add(kind, static_cast<std::size_t>(where.data() - text_.data()), where.size());
  }

  void by_form(std::size_t index) {
    const RE2& pattern = *all_forms().each[index];
    const int groups = pattern.NumberOfCapturingGroups();
    std::array<re2::StringPiece, 2> parts;
    for (std::size_t from = 0; next(pattern, from, parts.data(), groups + 1);) {
      const re2::StringPiece secret = parts[static_cast<std::size_t>(groups)];
      if (!is_placeholder({secret.data(), secret.size()})) add(secret_forms()[index].kind, secret);
    }
  }

  void by_name() {
    std::array<re2::StringPiece, 5> parts;
    for (std::size_t from = 0; next(*all_forms().named, from, parts.data(), 5);) {
      const std::string_view name(parts[1].data(), parts[1].size());
      for (std::size_t group = 2; group < parts.size(); ++group) {
        if (parts[group].empty()) continue;
        const bool bare = group + 1 == parts.size();
        const std::string_view found(parts[group].data(), parts[group].size());
        const std::string_view value = bare ? unquoted_value(found) : found;
        if (is_named_secret(name, value)) add("what is named as a secret", piece(value));
      }
    }
  }

  void by_use(std::size_t index) {
    std::array<re2::StringPiece, 2> parts;
    for (std::size_t from = 0; next(*all_forms().given[index], from, parts.data(), 2);) {
      const std::string_view value(parts[1].data(), parts[1].size());
      if (given_forms[index].strong ? looks_like_password(value, false) : is_given_secret(value))
        add("what is used as a password or token", parts[1]);
    }
  }

  /// A value without quotes ends at a sign of code, but a password may hold one: "a)b}c(d".
  std::string_view unquoted_value(std::string_view found) const {
    const auto begin = static_cast<std::size_t>(found.data() - text_.data());
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n\"'`", begin), text_.size());
    const std::string_view whole = text_.substr(begin, end - begin);
    return is_no_code(whole) ? bare_value(whole) : bare_value(found);
  }

  bool next(const RE2& pattern, std::size_t& from, re2::StringPiece* parts, int count) const {
    if (from > text_.size()) return false;
    if (!pattern.Match(piece(text_), from, text_.size(), RE2::UNANCHORED, parts, count)) return false;
    from = static_cast<std::size_t>(parts[0].data() - text_.data()) + std::max<std::size_t>(parts[0].size(), 1);
    return true;
  }

  template <class See>
  void for_each_word(See&& see) const {
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text_.size(); ++at) {
      if (at < text_.size() && !stands_between_words(text_[at])) continue;
      if (at - begin >= shortest_random) see(begin, text_.substr(begin, at - begin));
      begin = at + 1;
    }
  }

  template <class See>
  static void for_each_run(std::string_view word, See&& see) {
    for (std::size_t at = 0; at < word.size();) {
      std::size_t end = at;
      while (end < word.size() && belongs_to_key(word[end])) ++end;
      if (end - at >= shortest_random) see(at, word.substr(at, end - at));
      at = end + 1;
    }
  }

  std::string_view text_;
  std::vector<SecretSpan> spans_;
};

}  // namespace

std::vector<SecretSpan> find_secrets(std::string_view text, SecretSearch search) {
  Finder finder(utf8_prefix(text, max_action_text));
  finder.by_form_or_name();
  finder.by_words();
  if (search == SecretSearch::all) finder.by_randomness();
  return std::move(finder).found();
}

std::string without_secrets(std::string_view text) {
  std::string result;
  std::size_t at = 0;
  for (const SecretSpan& span : find_secrets(text)) {
    result += text.substr(at, span.begin - at);
    result += '[';
    result += span.kind;
    result += ']';
    at = span.end;
  }
  return result += text.substr(at);
}

}  // namespace interlock::gate
