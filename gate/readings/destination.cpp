#include "gate/readings/destination.h"

#include <algorithm>

#include "gate/readings/written_formula.h"
#include "gate/screen/browser.h"
#include "gate/url/address_bar.h"
#include "gate/url/network.h"

namespace interlock::gate {
namespace {

/// An address bar may leave out the scheme.
bool is_open_page(const EvaluationContext& context, const std::string& value) {
  const Document* document = context.observation.document.get();
  const auto shown = url::opened_by(value);
  const auto here = document == nullptr ? std::nullopt : url::parse_url(document->url);
  const auto there = shown ? url::parse_url(*shown) : std::nullopt;
  return here && there && here->host == there->host && here->path == there->path && here->query == there->query;
}

void add_typed(const EvaluationContext& context, Destination& destination) {
  const Submitted out = submitted(context.typing.line_in(context.observation), context.meant(), context.observation);
  if (!out.any) return;
  destination.typed = true;
  bool any = false;
  bool typed_all = false;  // the value is a part of the typed text
  const auto& value = context.observation.focus->value;
  for (std::size_t at = 0; at <= out.lines.size();) {
    const std::size_t end = std::min(out.lines.find('\n', at), out.lines.size());
    const std::string line = out.lines.substr(at, end - at);
    any = any || !line.empty();
    typed_all = typed_all || (value && line.starts_with(*value));
    if (auto url = url::opened_by(line)) destination.opened.push_back(std::move(*url));
    at = end + 1;
  }
  // The bar's text may have been completed, selected or pasted, so it counts as well. Browsers publish it late: a part
  // of the typed text, or the open page's own URL, is the text from before.
  const bool late = any && (typed_all || std::holds_alternative<Type>(context.meant().body));
  if (value && !value->empty() && !late && !(any && is_open_page(context, *value))) {
    any = true;
    if (auto url = url::opened_by(*value)) destination.opened.push_back(std::move(*url));
  }
  destination.unknown = !any && value.is_unknown();
}

/// Clicking on a page or typing into it; looking, scrolling and leaving are free.
bool acts_on_target(const EvaluationContext& context) {
  return context.deed.needs_target && !context.deed.releases;
}

}  // namespace

Destination destination_of(const EvaluationContext& context) {
  Destination destination;
  if (const auto* navigate = std::get_if<Navigate>(&context.action.body)) {
    destination.opened.push_back(url::opened_by(navigate->url).value_or(navigate->url));
    return destination;
  }
  if (!context.deed.pointer && is_address_bar(context.observation)) {
    add_typed(context, destination);
    return destination;
  }
  if (const auto formula = formula_written(context)) destination.fetched = formula->addresses;
  if (!acts_on_target(context) || (context.element != nullptr && is_browser_chrome(*context.element))) {
    return destination;
  }
  const auto& document = context.observation.document;
  destination.page = document.get();
  const bool blind = document.is_unknown() || (document && document->url.empty());
  destination.page_unknown = blind && context.window != nullptr && is_browser(*context.window);
  if (destination.page != nullptr && destination.page->url.empty()) destination.page = nullptr;
  return destination;
}

LookedUp looked_up(const url::Url& url, const std::vector<ResolvedName>& names) {
  const auto entry =
      std::find_if(names.begin(), names.end(), [&](const ResolvedName& each) { return each.name == url.host->text; });
  LookedUp found;
  found.why = "it was not looked up";
  if (entry == names.end()) return found;
  found.why = "the name service did not answer in time";
  if (entry->addresses.is_none()) found.why = "the name service knows no such name";
  if (entry->addresses.is_unknown() && entry->addresses.why() != Unknown::deadline) {
    found.why = "the name service could not be asked";
  }
  if (!entry->addresses) return found;
  found.known = !entry->addresses->empty();
  for (const std::string& text : *entry->addresses) {
    std::optional<url::Address> address;
    if (const auto v4 = url::parse_ipv4(text)) address = *v4;
    if (const auto v6 = url::parse_ipv6(text)) address = *v6;
    found.known = found.known && address.has_value();
    if (found.network || !address) continue;
    found.network = url::network_of(*address);
    found.address = text;
  }
  return found;
}

bool has_name_to_look_up(const url::Url& url) {
  if (!url::is_special(url.scheme) || url.scheme == "file") return false;
  return url.host && !url.host->text.empty() && !url.host->address && !url::network_of(url);
}

std::vector<std::string> names_to_look_up(const EvaluationContext& context) {
  const Guardrails& guardrails = context.policy.config().guardrails;
  std::vector<std::string> names;
  if (!guardrails.resolve_names || guardrails.allow_private_networks) return names;
  Destination leads = destination_of(context);
  leads.opened.insert(leads.opened.end(), leads.fetched.begin(), leads.fetched.end());
  for (const std::string& text : leads.opened) {
    const auto url = url::destination_of(text).url;
    if (!url || !has_name_to_look_up(*url)) continue;
    if (std::find(names.begin(), names.end(), url->host->text) == names.end()) names.push_back(url->host->text);
  }
  return names;
}

void record_destination(Itinerary& itinerary, const EvaluationContext& context) {
  const auto add = [&](const std::string& text) {
    const auto url = url::destination_of(text).url;
    if (!url || url::is_blank_page(*url)) return;
    itinerary.visit(*url);
    const bool by_address = has_name_to_look_up(*url) && looked_up(*url, context.observation.names).network;
    if (url::network_of(*url) || by_address) itinerary.agree(*url);
  };
  const Destination destination = destination_of(context);
  if (destination.page != nullptr) add(destination.page->url);
  for (const std::string& text : destination.opened) add(text);
  for (const std::string& text : destination.fetched) add(text);
}

}  // namespace interlock::gate
