/// Web documents. An element in a page has the nearest document around it (an iframe's own, where it is in one). An
/// element of the browser itself, the address bar or a toolbar's button, has the document of the visible tab: rules by
/// URL are about where the browser is, and "Reload" acts on that page.
#pragma once

#include "a11y/top_levels.h"

namespace interlock::a11y {

/// From the answer to Document.GetAttributes: URL as Chromium (`URI`) or Firefox (`DocURL`) names it; `name` is the
/// document's accessible name, its title. A document without a URL is malformed.
Known<Document> document_from(const dbus::Reply& attributes, const std::string& name);

/// The document that `top` shows; none when it shows none, or its toolkit shows no web pages.
Awaitable<Known<Document>> shown_document(Look look, TopLevel top);

}  // namespace interlock::a11y
