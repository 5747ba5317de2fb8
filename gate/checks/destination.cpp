// Where an action leads: what it opens, and the page that it acts on, judged by the policy's rules about URLs.
#include <algorithm>
#include <array>

#include "gate/checks/checks.h"
#include "gate/policy/destination_case.h"
#include "gate/policy/patterns.h"
#include "gate/readings/browser_page.h"
#include "gate/readings/code_run.h"
#include "gate/readings/destination.h"
#include "gate/readings/written_formula.h"
#include "gate/url/address_bar.h"
#include "gate/url/characters.h"
#include "gate/url/network.h"
#include "gate/url/program.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

/// Ideographic and fullwidth full stops count as dots in IDNA, and are normal typing in scripts that use them.
std::string with_plain_dots(std::string text) {
  for (const std::string_view dot : {"\xE3\x80\x82", "\xEF\xBC\x8E", "\xEF\xBD\xA1"}) {
    for (std::size_t at = 0; (at = text.find(dot, at)) != std::string::npos;) text.replace(at, dot.size(), ".");
  }
  return text;
}

/// A name of plain letters, written with others: circled, fullwidth, percent-encoded, with invisible ones in between.
bool is_disguised_name(const url::Url& url) {
  const auto& host = url.host->text;
  if (url.host->address || host.find("xn--") != std::string::npos) return false;
  const std::string written = with_plain_dots(url.written_host);
  return std::any_of(written.begin(), written.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x80 || c == '%'; });
}

bool is_disguised_address(const url::Url& url) {
  if (!url.host->address || !std::holds_alternative<url::Ipv4>(*url.host->address)) return false;
  std::string_view written = url.written_host;
  if (written.ends_with('.')) written.remove_suffix(1);
  return written != url.host->text;
}

/// A site that is asked to fetch a metadata service's answer: its address is in the place of a host in a URL or path.
bool hands_on_metadata(const url::Url& url) {
  std::string rest = lower(url::percent_decoded(url.path));
  if (url.query) rest += "?" + lower(url::percent_decoded(*url.query));
  return rest.find("/169.254.169.254") != std::string::npos ||
         rest.find("//metadata.google.internal") != std::string::npos;
}

class DestinationJudge {
 public:
  DestinationJudge(const EvaluationContext& context, Findings& findings)
      : question_(context),
        findings_(findings),
        guardrails_(context.policy.config().guardrails),
        rules_(context.policy.patterns().destination) {}

  void judge(std::string_view what, const std::string& text, bool opens) {
    label_ = what;
    text_ = text;
    opens_ = opens;
    const url::Parsed parsed = url::destination_of(text);
    if (!parsed.url) return not_a_url(parsed.fault);
    const url::Url& url = *parsed.url;
    if (url::is_blank_page(url)) return;
    if (url.host && !url.host->text.empty()) network(url);
    system_file(url);
    if (opens) opening(url);
    lists(url);
    limits(url);
  }

  void add(DestinationCase which, Reason reason) { add(which, std::move(reason), text_); }

  void add(DestinationCase which, Reason reason, std::string_view evidence) {
    const DestinationRow& row = describe(which);
    const auto& overrides = question_.policy.config().destinations;
    const auto set = overrides.find(which);
    const Decision decision = set == overrides.end() ? row.decision : set->second;
    if (decision == Decision::allow) return;
    findings_.push_back(
        {"destination", row.code, decision, std::move(reason), std::string(utf8_prefix(evidence, 200))});
  }

 private:
  void not_a_url(url::Fault fault) {
    // A number that is not an address leads nowhere: it violates no rule about forbidden sites, and no list of allowed
    // sites names it.
    const bool harmless = fault == url::Fault::no_number_host && !rules_.allow_only;
    const bool asked = rules_.allow_only || rules_.lists || guardrails_.block_ip_addresses.value_or(false);
    if (asked && !harmless) {
      add(DestinationCase::not_a_url,
          what() + " is no URL (" + std::string(url::fault_text(fault)) + "), and the policy has rules about URLs");
    }
  }

  void system_file(const url::Url& url) {
    if (guardrails_.allow_private_networks || !is_system_file(url)) return;
    add(DestinationCase::private_network, what() + " leads to a file of the system, and not to the public internet");
  }

  void network(const url::Url& url) {
    const auto& agreed = question_.history.itinerary;
    const auto network = url::network_of(url);
    const bool new_to_us = !agreed.has_agreed(url);
    if (network && new_to_us && !guardrails_.allow_private_networks) {
      add(DestinationCase::private_network, what() + " leads to " + std::string(url::network_text(*network)) +
                                                as_host(url) + ", and not to the public internet");
    } else if (!guardrails_.block_ip_addresses && new_to_us && network && is_disguised_address(url)) {
      add(DestinationCase::disguised_address, what() + " is " + url.host->text + " (" +
                                                  std::string(url::network_text(*network)) + "), written in disguise");
    }
    if (new_to_us && guardrails_.resolve_names && !guardrails_.allow_private_networks) behind_name(url);
    if (!guardrails_.block_ip_addresses && url::is_special(url.scheme) && is_disguised_name(url)) {
      add(DestinationCase::disguised_address,
          what() + " leads to " + url.host->text + ", written in characters that people do not read so");
    }
    if (guardrails_.block_ip_addresses.value_or(false) && has_address(url)) {
      add(DestinationCase::ip_address,
          what() + " names its host by address" + as_host(url) + ", which the policy does not allow");
    }
  }

  /// A public name may have any address, and another one each time it is looked up.
  void behind_name(const url::Url& url) {
    if (!opens_ || !has_name_to_look_up(url)) return;
    const LookedUp found = looked_up(url, question_.observation.names);
    if (found.network) {
      add(DestinationCase::private_network, what() + " leads to " + std::string(url::network_text(*found.network)) +
                                                " (" + url.host->text + " is " + found.address +
                                                "), and not to the public internet");
    } else if (!found.known) {
      add(DestinationCase::unresolved_name,
          what() + ": where " + url.host->text + " leads is not known: " + std::string(found.why));
    }
  }

  void opening(const url::Url& url) {
    const url::Carries carries = url::carried_by(text_, url);
    if (carries == url::Carries::script) {
      add(DestinationCase::script, what() + " is a program that would run in the page that is open");
    } else if (carries == url::Carries::page) {
      add(DestinationCase::script, what() + " brings a page of its own, and the programs in it would run");
    }
    if (!guardrails_.allow_private_networks && hands_on_metadata(url)) {
      add(DestinationCase::hidden_metadata,
          what() + " asks another site for what " + std::string(url::network_text(url::Network::metadata)));
    }
  }

  void lists(const url::Url& url) {
    const auto named_in = [&](const std::vector<url::DomainPattern>& patterns) {
      return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) { return pattern.matches(url); });
    };
    if (!rules_.protocols.empty() &&
        std::find(rules_.protocols.begin(), rules_.protocols.end(), url.scheme) == rules_.protocols.end()) {
      add(DestinationCase::not_allowed, what() + " has a scheme that allowed_protocols does not name");
    }
    const auto& named_by_task = question_.history.scope.domains;
    const bool by_task = guardrails_.allow_directive_domains && !named_by_task.empty();
    if (by_task || !rules_.allowed.empty()) {
      if (!named_in(rules_.allowed) && !(by_task && named_in(named_by_task))) {
        add(DestinationCase::not_allowed,
            what() + (by_task ? " is neither named by the task nor in allowed_domains" : " is not in allowed_domains"));
      }
    } else {
      if (named_in(rules_.blocked)) add(DestinationCase::blocked_domain, what() + " is in blocked_domains");
      for (const url::SiteCategory category : guardrails_.blocked_categories) {
        if (!url::is_in_category(url, category)) continue;
        const auto& name = url::site_categories()[static_cast<std::size_t>(category)].name;
        add(DestinationCase::blocked_category, what() + " is a site of the blocked category " + std::string(name));
      }
    }
    if (rules_.patterns.empty()) return;
    auto hit = rules_.patterns.match(normalise(url.href(), max_action_text).text);
    if (!hit) hit = rules_.patterns.match(normalise(text_, max_action_text).text);
    if (hit) {
      add(DestinationCase::blocked_pattern,
          what() + " matches blocked_patterns (" + rules_.patterns.source(hit->index) + ")");
    }
  }

  void limits(const url::Url& url) {
    const Itinerary& been = question_.history.itinerary;
    const std::uint32_t most = guardrails_.max_urls_visited;
    const std::uint32_t visits = guardrails_.max_visits_per_domain;
    const bool all_urls_seen = most > 0 && been.urls.size() >= most;
    if ((!all_urls_seen && visits == 0) || been.is_here(url)) return;
    if (all_urls_seen && been.urls_with(url) > most) {
      add(DestinationCase::url_limit,
          what() + " is one more than the " + std::to_string(most) + " different URLs of max_urls_visited");
    }
    if (visits > 0 && url.host && !url.host->text.empty() && been.visits_with(url) > visits) {
      add(DestinationCase::domain_limit, what() + " is one visit of " + url.host->text + " more than the " +
                                             std::to_string(visits) + " of max_visits_per_domain");
    }
  }

  std::string what() const { return std::string(label_) + " " + in_quotes(text_, 200); }

  /// file:///etc/passwd: what no page needs, unlike the documents of a person.
  static bool is_system_file(const url::Url& url) {
    if (url.scheme != "file") return false;
    constexpr auto folders = std::to_array<std::string_view>({"/etc", "/proc", "/sys", "/dev", "/root", "/boot"});
    std::string path = url::percent_decoded(url.path);
    path.erase(std::unique(path.begin(), path.end(), [](char a, char b) { return a == '/' && b == '/'; }), path.end());
    return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
      return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
    });
  }

  static bool has_address(const url::Url& url) {
    if (url.host->address || url::is_special(url.scheme)) return url.host->address.has_value();
    const auto host = url::parse_host(url::percent_decoded(url.host->text)).host;
    return host && host->address;
  }

  /// The host, if it was written in another form.
  static std::string as_host(const url::Url& url) {
    return url.written_host == url.host->text ? std::string() : " (" + url.host->text + ")";
  }

  const EvaluationContext& question_;
  Findings& findings_;
  const Guardrails& guardrails_;
  const DestinationRules& rules_;
  std::string_view label_;
  std::string_view text_;
  bool opens_ = false;
};

/// Places where text runs as a program, and internal pages of the browser.
void programs(const EvaluationContext& context, const Destination& leads, DestinationJudge& judge) {
  if (const auto run = code_run(context)) judge.add(DestinationCase::script, run->reason, run->evidence);
  if (const auto formula = formula_written(context)) {
    if (formula->runs) judge.add(DestinationCase::script, formula->reason, formula->text);
    if (formula->built) judge.add(DestinationCase::unknown_address, formula->reason, formula->text);
  }
  for (const std::string& text : leads.opened) {
    if (acts_when_opened(text))
      judge.add(DestinationCase::browser_page, in_quotes(text, 200) + " acts when it is opened", text);
  }
  const auto used = page_used(context);
  const bool powers = used && used->page == BrowserPage::powers;
  if (!used || (!powers && context.history.entered.contains(used->place))) return;
  judge.add(DestinationCase::browser_page,
            context.target_text() + " is on a page of the browser's own, " + in_quotes(used->url, 200) +
                (powers ? ", which may switch off what protects it" : "; asked once a session for each of its pages"),
            used->url);
}

}  // namespace

void destination(const EvaluationContext& context, Findings& findings) {
  const DestinationRules& rules = context.policy.patterns().destination;
  if (!rules.any && !context.consequence) return;
  const Destination leads = destination_of(context);
  DestinationJudge judge(context, findings);
  programs(context, leads, judge);
  if (!rules.any) return;
  for (const std::string& text : leads.fetched) judge.judge("the address in the formula", text, true);
  for (const std::string& text : leads.opened) {
    judge.judge(leads.typed ? "the address typed" : "the URL to open", text, true);
  }
  if (leads.page != nullptr) judge.judge("the page that is open", leads.page->url, false);
  if (!rules.lists) return;
  if (leads.unknown) judge.add(DestinationCase::unknown_address, "what stands in the address bar is not known");
  if (leads.page_unknown) {
    judge.add(DestinationCase::unknown_address, "which page is open in " + context.window_text() + " is not known");
  }
}

}  // namespace interlock::gate::checks
