#include "gate/readings/captcha.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/readings/evaluation_context.h"
#include "gate/screen/browser.h"
#include "gate/words/pattern_set.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

struct Sign {
  CaptchaKind kind;
  std::string_view pattern;
};

// Addresses of challenges, both whole pages and frames.
constexpr std::array<Sign, 11> addresses = {{
    {CaptchaKind::turnstile, R"(^https?://challenges\.cloudflare\.com/)"},
    {CaptchaKind::cloudflare, R"(/cdn-cgi/challenge-platform/|[?&]__cf_chl_)"},
    {CaptchaKind::recaptcha, R"(^https?://(?:www\.)?(?:google\.com|recaptcha\.net)/recaptcha/(?:api2|enterprise)/)"},
    {CaptchaKind::recaptcha, R"(^https?://(?:www\.|ipv[46]\.)?google\.[a-z.]+/sorry/)"},
    {CaptchaKind::hcaptcha, R"(^https?://(?:new)?assets\.hcaptcha\.com/|^https?://[\w-]+\.w\.hcaptcha\.com/)"},
    {CaptchaKind::other, R"(^https?://(?:[\w-]+\.)*(?:arkoselabs|funcaptcha|captcha-delivery|mtcaptcha)\.com/)"},
    {CaptchaKind::other, R"(^https?://(?:[\w-]+\.)*captcha\.awswaf\.com/)"},
    {CaptchaKind::other, R"(^https?://captcha\.px-(?:cdn|cloud)\.net/)"},
    {CaptchaKind::other,
     R"(^https?://smartcaptcha\.yandexcloud\.net/|^https?://(?:[\w-]+\.)*yandex\.[a-z.]+/showcaptcha)"},
    {CaptchaKind::other, R"(^https?://(?:[\w-]+\.)*friendlycaptcha\.(?:com|eu)/)"},
    {CaptchaKind::text, R"(^https?://(?:www\.)?amazon\.[a-z.]+/errors/validatecaptcha)"},
}};

// Titles of pages that replace the real page, without dots at the end.
constexpr auto titles = std::to_array<std::pair<std::string_view, CaptchaKind>>({
    {"Just a moment", CaptchaKind::cloudflare},
    {"Nur einen Moment", CaptchaKind::cloudflare},
    {"Un instant", CaptchaKind::cloudflare},
    {"Un momento", CaptchaKind::cloudflare},
    {"Um momento", CaptchaKind::cloudflare},
    {"Een moment geduld", CaptchaKind::cloudflare},
    {"Один момент", CaptchaKind::cloudflare},
    {"请稍候", CaptchaKind::cloudflare},
    {"しばらくお待ちください", CaptchaKind::cloudflare},
    {"잠시만 기다리십시오", CaptchaKind::cloudflare},
    {"Attention Required! | Cloudflare", CaptchaKind::cloudflare},
    {"DDoS-Guard", CaptchaKind::other},
    {"Human Verification", CaptchaKind::other},
    {"Access to this page has been denied", CaptchaKind::other},
    {"Robot or human?", CaptchaKind::other},
    {"Are you a robot?", CaptchaKind::other},
    {"Robot Check", CaptchaKind::text},
    {"Pardon Our Interruption", CaptchaKind::other},
});

// The names of frames around a challenge, and the texts of its controls; normalised.
constexpr std::array<Sign, 4> frames = {{
    {CaptchaKind::turnstile, R"(cloudflare security challenge)"},
    {CaptchaKind::recaptcha, R"(^recaptcha)"},
    {CaptchaKind::hcaptcha, R"(hcaptcha (?:security )?challenge|^hcaptcha)"},
    {CaptchaKind::other, R"(^(?:funcaptcha|geetest|verification challenge)|^human verification challenge)"},
}};
constexpr std::array<Sign, 4> labels = {{
    {CaptchaKind::recaptcha, R"(^i['’]?m not a robot\W*$|^recaptcha$)"},
    {CaptchaKind::turnstile, R"(^verify (?:that )?you are human\W*$|^confirm (?:that )?you are human\W*$)"},
    {CaptchaKind::hcaptcha, R"(^i am human\W*$)"},
    {CaptchaKind::other, R"(press (?:&|and) hold.{0,40}human|human challenge)"},
}};

// Fields for the characters in a picture; not the settings for adding one to one's own site.
constexpr std::string_view text_field =
    R"(captcha|characters? .{0,24}(?:image|picture|below|you see)|(?:letters|digits|code) .{0,24}(?:image|picture)|zeichen .{0,24}bild|caract[eè]res .{0,24}image|caracteres .{0,24}image[mn]|caratteri .{0,24}immagine|символы .{0,24}картинк|капч|图[形片]验证码|圖[形片]驗證碼|画像に表示)";
constexpr std::string_view settings = R"(captcha.{0,24}(?:key|secret|token|score|threshold|version|setting))";

template <std::size_t n>
PatternSet compiled(const std::array<Sign, n>& signs) {
  std::vector<std::string> patterns;
  for (const Sign& sign : signs) patterns.emplace_back(sign.pattern);
  return PatternSet::compile_trusted(patterns);
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::optional<Challenge> by_address(const std::string& url) {
  // Most addresses contain none of these: then the patterns need not be tried.
  if (!has_any(url, {"aptcha", "challenge", "cf_chl", "/sorry/", "arkoselabs"})) return std::nullopt;
  static const PatternSet set = compiled(addresses);
  const auto hit = set.match(url);
  if (!hit || hit->overflow) return std::nullopt;
  return Challenge{addresses[hit->index].kind, std::string(utf8_prefix(url, 160))};
}

std::optional<Challenge> by_title(std::string_view title) {
  std::string_view plain = title;
  while (plain.ends_with('.')) plain.remove_suffix(1);
  for (const std::string_view end : {"…", " "}) {
    if (plain.ends_with(end)) plain.remove_suffix(end.size());
  }
  const auto row = std::find_if(titles.begin(), titles.end(), [&](const auto& known) { return known.first == plain; });
  return row == titles.end() ? std::nullopt
                             : std::optional(Challenge{row->second, std::string(utf8_prefix(title, 160))});
}

std::optional<Challenge> by_frame(const std::vector<Ancestor>& around) {
  static const PatternSet set = compiled(frames);
  for (const Ancestor& ancestor : around) {
    if (!has_any(ancestor.name, {"aptcha", "APTCHA", "hallenge", "eetest"})) continue;
    const auto hit = set.match(normalise(ancestor.name).text);
    if (hit && !hit->overflow) return Challenge{frames[hit->index].kind, std::string(utf8_prefix(ancestor.name, 160))};
  }
  return std::nullopt;
}

std::optional<Challenge> by_label(const std::string& label) {
  if (!has_any(label, {"robot", "human", "captcha"})) return std::nullopt;
  static const PatternSet set = compiled(labels);
  const auto hit = set.match(label);
  if (!hit || hit->overflow) return std::nullopt;
  return Challenge{labels[hit->index].kind, std::string(utf8_prefix(label, 160))};
}

std::optional<Challenge> by_field(const Element& element) {
  static const PatternSet field = PatternSet::compile_trusted({std::string(text_field)});
  static const PatternSet own = PatternSet::compile_trusted({std::string(settings)});
  for (const std::string_view text :
       {std::string_view(element.name), std::string_view(element.labelled_by), std::string_view(element.description),
        element.attribute("placeholder"), element.attribute("placeholder-text"), element.attribute("id"),
        element.attribute("name")}) {
    // Most fields contain none of these: then the patterns need not be tried.
    if (!has_any(text, {"aptcha", "APTCHA", "mage", "icture", "aracter", "Bild", "zeichen", "карт", "капч", "Капч",
                        "验证", "驗證", "画像", "magen"})) {
      continue;
    }
    const std::string normal = normalise(text, 200).text;
    const auto hit = field.match(normal);
    if (hit && !hit->overflow && !own.match(normal)) {
      return Challenge{CaptchaKind::text, std::string(utf8_prefix(text, 160))};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Challenge> challenge_of(const EvaluationContext& context) {
  if (!context.deed.presses && !context.deed.enters_text) return std::nullopt;
  const Element* element = context.element;
  if (element != nullptr && is_browser_chrome(*element)) return std::nullopt;
  if (const Document* document = context.observation.document.get()) {
    if (auto found = by_address(document->url)) return found;
    if (auto found = by_title(document->title)) return found;
  } else if (!context.observation.document.is_unknown() || element == nullptr) {
    return std::nullopt;  // there are none outside web pages
  }
  if (element == nullptr) return std::nullopt;
  if (auto found = by_frame(element->ancestors)) return found;
  if (context.deed.presses && !takes_text(element->role)) return by_label(context.label.text);
  if (context.deed.enters_text && takes_text(element->role)) return by_field(*element);
  return std::nullopt;
}

}  // namespace interlock::gate
