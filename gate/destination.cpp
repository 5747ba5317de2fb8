#include "gate/destination.h"

#include "gate/browser.h"
#include "gate/url/address_bar.h"
#include "gate/url/network.h"

namespace interlock::gate {
namespace {

void add_typed(const Case& question, Destination& destination) {
  const Submitted out =
      submitted(question.typing.line_in(question.observation), question.meant(), question.observation);
  if (!out.any) return;
  destination.typed = true;
  const auto& value = question.observation.focus->value;
  const bool only_return = !std::holds_alternative<Type>(question.meant().body);
  std::string text = out.lines;
  // What stands in the bar is what Return sends off, with all that the browser completed; what was typed now is not in
  // it.
  if (value && !value->empty() && (only_return || text.find_first_not_of('\n') == std::string::npos)) text = *value;
  bool any = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    any = any || !line.empty();
    if (auto url = url::opened_by(line)) destination.opened.push_back(std::move(*url));
    at = end + 1;
  }
  destination.unknown = !any && value.is_unknown();
}

/// Clicking on a page or typing into it; looking, scrolling and leaving are free.
bool acts_on_target(const Case& question) {
  return question.deed.needs_target && !question.deed.releases;
}

}  // namespace

Destination destination_of(const Case& question) {
  Destination destination;
  if (const auto* navigate = std::get_if<Navigate>(&question.action.body)) {
    destination.opened.push_back(url::opened_by(navigate->url).value_or(navigate->url));
    return destination;
  }
  if (!question.deed.pointer && is_address_bar(question.observation)) {
    add_typed(question, destination);
    return destination;
  }
  if (!acts_on_target(question) || (question.element != nullptr && is_browser_chrome(*question.element))) {
    return destination;
  }
  const auto& document = question.observation.document;
  destination.page = document.get();
  const bool blind = document.is_unknown() || (document && document->url.empty());
  destination.page_unknown = blind && question.window != nullptr && is_browser(*question.window);
  if (destination.page != nullptr && destination.page->url.empty()) destination.page = nullptr;
  return destination;
}

void record_destination(Itinerary& itinerary, const Case& question) {
  const auto add = [&](const std::string& text) {
    const auto url = url::destination_of(text).url;
    if (!url || url::is_blank_page(*url)) return;
    itinerary.visit(*url);
    if (url::network_of(*url)) itinerary.agree(*url);
  };
  const Destination destination = destination_of(question);
  if (destination.page != nullptr) add(destination.page->url);
  for (const std::string& text : destination.opened) add(text);
}

}  // namespace interlock::gate
