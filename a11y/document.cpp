#include "a11y/document.h"

namespace interlock::a11y {

namespace {
constexpr States showing{State::showing};
}

Known<Document> document_from(const dbus::Reply& reply, const std::string& name) {
  const auto attributes = answer::attributes(reply);
  if (!attributes) return attributes.error();
  Document document{.url = {}, .title = name};
  for (const auto& [key, value] : *attributes) {
    if (key == "URI" || key == "DocURL") document.url = value;
    if (key == "Title" && document.title.empty()) document.title = value;
  }
  if (document.url.empty()) return Unknown::malformed;
  return document;
}

Awaitable<Known<Document>> shown_document(Look look, TopLevel top) {
  if (!top.toolkit.shows_web_pages) co_return none;
  // The first one in tree order is the tab's own; frames inside it follow.
  const auto documents = answer::refs(co_await look.ask(ask::matches(top.ref, showing, Role::document_web, 1)));
  if (!documents) co_return documents.error();
  if (documents->empty()) co_return none;
  const auto& ref = documents->front();
  const auto replies = co_await look.ask(together(ask::document_attributes(ref), ask::name(ref)));
  const auto name = answer::string_property(replies[1]);
  if (!name) co_return name.error();
  co_return document_from(replies[0], *name);
}

}  // namespace interlock::a11y
