/// Kinds of challenges that distinguish people from programs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace interlock::gate {

enum class CaptchaKind : std::uint8_t {
  cloudflare,  ///< Cloudflare's whole page, "Just a moment..."; often disappears by itself
  turnstile,   ///< Cloudflare's check box in a page
  recaptcha,
  hcaptcha,
  other,  ///< a challenge of another provider
  text,   ///< characters in a picture, to be typed
};
inline constexpr std::size_t captcha_kind_count = 6;

struct CaptchaRow {
  CaptchaKind kind;
  std::string_view name;  ///< in the policy's `captcha_waits:` and as evidence
  std::string_view what;  ///< for a sentence: "a reCAPTCHA"
};

/// In the order of the enumeration.
std::span<const CaptchaRow> captcha_table();
const CaptchaRow& describe(CaptchaKind kind);
std::optional<CaptchaKind> captcha_from_name(std::string_view name);

}  // namespace interlock::gate
