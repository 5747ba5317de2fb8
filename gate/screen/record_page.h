/// What a page says that it is about: by its address and title. A page about one record that people wrote (an issue, a
/// ticket, a mail, an article, a document) has the record's name in both, and that says nothing about the page: the
/// issue "Checkout fails" is no checkout.
#pragma once

#include <string>
#include <string_view>

#include "values/observation.h"

namespace interlock::gate {

struct PageText {
  std::string path;        ///< without the host, the query and the record's name
  std::string_view title;  ///< empty if it is the record's name; refers to the document
  bool managed = false;    ///< the page is where others' orders and accounts are managed, not one's own
  bool tracked = false;    ///< the page is about one record of a tracker, a forum or a code host
};

PageText page_text(const Document& document);

}  // namespace interlock::gate
