#include "gate/captcha_kind.h"

#include <algorithm>
#include <array>

namespace interlock::gate {
namespace {

constexpr std::array<CaptchaRow, captcha_kind_count> table = {{
    {CaptchaKind::cloudflare, "cloudflare", "a Cloudflare challenge"},
    {CaptchaKind::turnstile, "turnstile", "a Cloudflare Turnstile"},
    {CaptchaKind::recaptcha, "recaptcha", "a reCAPTCHA"},
    {CaptchaKind::hcaptcha, "hcaptcha", "an hCaptcha"},
    {CaptchaKind::other, "other", "a challenge for people"},
    {CaptchaKind::text, "text", "a text captcha"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].kind) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table is in the order of the enumeration");

}  // namespace

std::span<const CaptchaRow> captcha_table() {
  return table;
}

const CaptchaRow& describe(CaptchaKind kind) {
  return table[static_cast<std::size_t>(kind) % table.size()];
}

std::optional<CaptchaKind> captcha_from_name(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const CaptchaRow& row) { return row.name == name; });
  return found == table.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace interlock::gate
