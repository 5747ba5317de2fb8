#include "gate/policy/captcha_kind.h"

#include <algorithm>
#include <array>

#include "values/table_order.h"

namespace interlock::gate {
namespace {

constexpr std::array<CaptchaRow, captcha_kind_count> captcha_rows = {{
    {CaptchaKind::cloudflare, "cloudflare", "a Cloudflare challenge"},
    {CaptchaKind::turnstile, "turnstile", "a Cloudflare Turnstile"},
    {CaptchaKind::recaptcha, "recaptcha", "a reCAPTCHA"},
    {CaptchaKind::hcaptcha, "hcaptcha", "an hCaptcha"},
    {CaptchaKind::other, "other", "a challenge for people"},
    {CaptchaKind::text, "text", "a text captcha"},
}};

static_assert(in_order(captcha_rows, &CaptchaRow::kind), "the table is in the order of the enumeration");

}  // namespace

std::span<const CaptchaRow> captcha_table() {
  return captcha_rows;
}

const CaptchaRow& describe(CaptchaKind kind) {
  return captcha_rows[static_cast<std::size_t>(kind) % captcha_rows.size()];
}

std::optional<CaptchaKind> captcha_from_name(std::string_view name) {
  const auto found =
      std::find_if(captcha_rows.begin(), captcha_rows.end(), [&](const CaptchaRow& row) { return row.name == name; });
  return found == captcha_rows.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace interlock::gate
