/// Web documents. An element in a page belongs to the nearest document around it (an iframe's own, if it is in one). An
/// element of the browser itself, such as the address bar or a toolbar button, belongs to the document of the visible
/// tab: rules by URL depend on where the browser is, and "Reload" acts on that page.
#pragma once

#include "a11y/top_levels.h"

namespace interlock::a11y {

/// From the answer to Document.GetAttributes: the URL is Chromium's `URI` or Firefox's `DocURL`; `name` is the
/// document's accessible name, its title. A document without a URL is malformed.
Known<Document> document_from(const dbus::Reply& attributes, const std::string& name);

/// The document that `top` shows; none if it shows none, or if its toolkit shows no web pages.
Awaitable<Known<Document>> shown_document(Look look, TopLevel top);

}  // namespace interlock::a11y
