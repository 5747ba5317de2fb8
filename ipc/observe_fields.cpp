#include "ipc/observe_fields.h"

#include <array>
#include <limits>

namespace interlock::ipc {
namespace {

void read_window(Fields& fields, Observe& call) {
  const json::value* value = fields.find("window");
  if (value == nullptr) return;
  if (const json::string* text = value->if_string()) {
    if (*text == "active") return;
    if (*text == "all") {
      call.windows = Observe::Windows::all;
      return;
    }
  }
  const std::int64_t* id = value->if_int64();
  if (id != nullptr && *id > 0 && *id <= limits::window_id) {
    call.windows = Observe::Windows::one;
    call.window = static_cast<std::uint64_t>(*id);
    return;
  }
  fields.fail("window",
              "expected \"active\", \"all\", or the `id` of a window as replies give it; got " + kind_of(*value));
}

}  // namespace

Detail read_detail(Fields& fields) {
  static constexpr std::array<std::string_view, 2> names = {"full", "brief"};
  return static_cast<Detail>(fields.choice_or("detail", names, 0));
}

Observe read_observe(Fields& fields) {
  static constexpr std::array<std::string_view, 2> formats = {"text", "json"};
  Observe call;
  call.session = fields.maybe_text("session", name_text).value_or("");
  read_window(fields, call);
  call.title = fields.maybe_text("title", name_text).value_or("");
  call.within = fields.maybe_text("within", ref_text).value_or("");
  call.json = fields.choice_or("format", formats, 0) == 1;
  call.detail = read_detail(fields);
  call.places = fields.truth_or("places", false);
  call.since = static_cast<std::uint64_t>(fields.integer_or("since", 1, std::numeric_limits<std::int64_t>::max(), 0));
  const bool windowed = fields.find("window") != nullptr;
  if (!call.title.empty()) {
    if (windowed) fields.fail("title", "cannot be combined with 'window': give only one of them");
    call.windows = Observe::Windows::one;
  }
  if (!call.within.empty() && (windowed || !call.title.empty())) {
    fields.fail("within", "names an element, and so its window; leave 'window' and 'title' out");
  }
  if (!call.within.empty() && call.since != 0) {
    fields.fail("since", "cannot be combined with 'within', which lists everything in an element");
  }
  return call;
}

}  // namespace interlock::ipc
