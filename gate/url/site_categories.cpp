#include "gate/url/site_categories.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

constexpr std::array<SiteCategoryRow, 5> table = {{{SiteCategory::banking, "banking"},
                                                   {SiteCategory::government, "government"},
                                                   {SiteCategory::email, "email"},
                                                   {SiteCategory::payment, "payment"},
                                                   {SiteCategory::social, "social"}}};

// Each entry is a domain with all its subdomains.
constexpr std::string_view banking[] = {
    "abnamro.nl",
    "ally.com",
    "americanexpress.com",
    "bancodobrasil.com.br",
    "bank",
    "bankofamerica.com",
    "barclays.co.uk",
    "bbva.com",
    "bbva.es",
    "bmo.com",
    "bnpparibas",
    "bnpparibas.com",
    "bnpparibas.fr",
    "bradesco.com.br",
    "caixabank.es",
    "capitalone.com",
    "chase.com",
    "cibc.com",
    "citi.com",
    "citibank.com",
    "comdirect.de",
    "commbank.com.au",
    "commerzbank.de",
    "credit-agricole.fr",
    "dbs.com",
    "deutsche-bank.de",
    "discover.com",
    "dkb.de",
    "fidelity.com",
    "goldmansachs.com",
    "hdfcbank.com",
    "hsbc.co.uk",
    "hsbc.com",
    "icicibank.com",
    "ing.com",
    "ing.de",
    "ing.nl",
    "intesasanpaolo.com",
    "itau.com.br",
    "jpmorgan.com",
    "kotak.com",
    "lloydsbank.com",
    "monzo.com",
    "n26.com",
    "nab.com.au",
    "natwest.com",
    "nordea.com",
    "nubank.com.br",
    "pnc.com",
    "rabobank.nl",
    "rbc.com",
    "rbcroyalbank.com",
    "revolut.com",
    "robinhood.com",
    "santander.co.uk",
    "santander.com",
    "sbi.co.in",
    "schwab.com",
    "scotiabank.com",
    "seb.se",
    "societegenerale.fr",
    "sofi.com",
    "sparkasse.de",
    "standardchartered.com",
    "starlingbank.com",
    "swedbank.se",
    "td.com",
    "truist.com",
    "ubs.com",
    "unicredit.it",
    "usbank.com",
    "vanguard.com",
    "wellsfargo.com",
    "westpac.com.au",
    "zkb.ch",
};
constexpr std::string_view email[] = {
    "fastmail.com",
    "gmail.com",
    "gmx.de",
    "gmx.net",
    "hey.com",
    "hotmail.com",
    "inbox.google.com",
    "mail.aol.com",
    "mail.com",
    "mail.google.com",
    "mail.proton.me",
    "mail.protonmail.com",
    "mail.qq.com",
    "mail.ru",
    "mail.yahoo.com",
    "mail.yandex.com",
    "mail.yandex.ru",
    "mail.zoho.com",
    "mailbox.org",
    "outlook.com",
    "outlook.live.com",
    "outlook.office.com",
    "outlook.office365.com",
    "posteo.de",
    "proton.me",
    "protonmail.com",
    "roundcube.net",
    "tuta.com",
    "tutanota.com",
    "web.de",
};
constexpr std::string_view government[] = {
    "admin.ch",
    "belastingdienst.nl",
    "bund.de",
    "bundesregierung.de",
    "canada.ca",
    "elster.de",
    "europa.eu",
    "gc.ca",
    "gob.es",
    "gov",
    "gouv.fr",
    "impots.gouv.fr",
    "mil",
    "overheid.nl",
    "service-public.fr",
    "usps.com",
};
constexpr std::string_view payment[] = {
    "adyen.com",     "afterpay.com",     "alipay.com",     "binance.com",       "cash.app",         "checkout.com",
    "coinbase.com",  "gocardless.com",   "klarna.com",     "kraken.com",        "mercadopago.com",  "mollie.com",
    "moneygram.com", "pay.amazon.com",   "pay.google.com", "payoneer.com",      "paypal.com",       "paypal.me",
    "paytm.com",     "payu.com",         "razorpay.com",   "remitly.com",       "skrill.com",       "squareup.com",
    "stripe.com",    "transferwise.com", "venmo.com",      "wallet.google.com", "westernunion.com", "wise.com",
    "worldpay.com",  "zellepay.com",
};
constexpr std::string_view social[] = {
    "bsky.app",        "discord.com",   "facebook.com", "fb.com",        "instagram.com", "linkedin.com",
    "mastodon.social", "messenger.com", "ok.ru",        "pinterest.com", "quora.com",     "reddit.com",
    "snapchat.com",    "t.co",          "t.me",         "telegram.org",  "threads.com",   "threads.net",
    "tiktok.com",      "tumblr.com",    "twitch.tv",    "twitter.com",   "vk.com",        "web.whatsapp.com",
    "weibo.com",       "whatsapp.com",  "x.com",        "xing.com",
};

std::span<const std::string_view> domains_of(SiteCategory category) {
  switch (category) {
    case SiteCategory::banking:
      return banking;
    case SiteCategory::government:
      return government;
    case SiteCategory::email:
      return email;
    case SiteCategory::payment:
      return payment;
    case SiteCategory::social:
      return social;
  }
  return {};
}

/// gov.uk, gob.mx, go.jp, mil.br: the governments' part of a country's domain.
bool is_government_suffix(std::string_view two_labels) {
  const std::size_t dot = two_labels.find('.');
  if (dot == std::string_view::npos || two_labels.size() - dot - 1 != 2) return false;
  const std::string_view part = two_labels.substr(0, dot);
  return part == "gov" || part == "gob" || part == "gouv" || part == "gub" || part == "go" || part == "mil" ||
         part == "govt" || part == "gv";
}

}  // namespace

std::span<const SiteCategoryRow> site_categories() {
  return table;
}

std::optional<SiteCategory> site_category_from_name(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  return found == table.end() ? std::nullopt : std::optional(found->category);
}

bool is_in_category(const Url& url, SiteCategory category) {
  if (!url.host || url.host->address) return false;
  std::string host = lower(url.host->text);
  while (host.ends_with('.')) host.pop_back();
  const auto domains = domains_of(category);
  // The host, then each of its parent domains.
  for (std::string_view part = host; !part.empty();) {
    if (std::find(domains.begin(), domains.end(), part) != domains.end()) return true;
    if (category == SiteCategory::government && is_government_suffix(part)) return true;
    const std::size_t dot = part.find('.');
    if (dot == std::string_view::npos) break;
    part.remove_prefix(dot + 1);
  }
  return false;
}

}  // namespace interlock::gate::url
