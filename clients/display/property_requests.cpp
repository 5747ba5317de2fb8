// Atoms and properties.
#include "clients/display/latin1.h"
#include "clients/display/properties.h"
#include "clients/display/requests.h"

namespace interlock::display {
namespace {

constexpr std::size_t longest_name = 256;  ///< of an atom

std::string encoded(const Property& property, Call& call) {
  if (property.format == 8) return property.bytes;
  Writer out(call.order);
  for (const auto number : property.numbers) out.u32(number);
  for (const auto& name : property.atoms) out.u32(call.display.atoms.intern(name));
  return out.take();
}

/// The window's property; nothing if it has none. The error is a fault.
asio::awaitable<tl::expected<std::optional<Property>, Fault>> look_up(Call& call, WindowId id, std::string name) {
  const auto windows = co_await call.display.view.windows();
  if (!windows) co_return tl::unexpected(Fault{ErrorCode::access, id, windows.error()});
  const auto* window = (*windows)->find(id);
  if (!window) co_return tl::unexpected(Fault{ErrorCode::window, id});
  if (window->parent != 0) co_return property_of(*window, name);
  const auto desktop = co_await call.display.view.desktop();
  if (!desktop) co_return tl::unexpected(Fault{ErrorCode::access, id, desktop.error()});
  co_return property_of_root(*desktop, **windows, name);
}

}  // namespace

asio::awaitable<Answer> intern_atom(Call call) {
  const std::size_t size = call.in.u16();
  call.in.skip(2);
  const auto name = call.in.bytes(size);
  if (!call.in.good()) co_return Fault{ErrorCode::length};
  if (size > longest_name) co_return Fault{ErrorCode::alloc};
  const bool only_if_exists = call.request.data != 0;
  const Atom atom = call.display.atoms.intern(name, !only_if_exists);
  if (atom == atom::none && !only_if_exists) co_return Fault{ErrorCode::alloc};
  auto out = call.out();
  out.u32(atom);
  co_return reply(0, out);
}

asio::awaitable<Answer> get_atom_name(Call call) {
  const Atom atom = call.in.u32();
  const auto name = call.display.atoms.name(atom);
  if (!name) co_return Fault{ErrorCode::atom, atom};
  auto out = call.out();
  out.u16(static_cast<std::uint32_t>(name->size())).zeros(22).bytes(*name).pad();
  co_return reply(0, out);
}

asio::awaitable<Answer> get_property(Call call) {
  const WindowId id = call.in.u32();
  const Atom atom = call.in.u32(), wanted = call.in.u32();
  const std::size_t offset = call.in.u32(), length = call.in.u32();
  const auto name = call.display.atoms.name(atom);
  if (!name) co_return Fault{ErrorCode::atom, atom};
  const auto found = co_await look_up(call, id, std::string(*name));
  if (!found) co_return found.error();
  auto out = call.out();
  if (!*found) {
    out.u32(atom::none).u32(0).u32(0);
    co_return reply(0, out);
  }
  const Property& property = **found;
  const Atom type = call.display.atoms.intern(property.type);
  const std::string bytes = encoded(property, call);
  if (wanted != 0 && wanted != type) {
    out.u32(type).u32(static_cast<std::uint32_t>(bytes.size())).u32(0);
    co_return reply(static_cast<std::uint8_t>(property.format), out);
  }
  if (offset * 4 > bytes.size()) co_return Fault{ErrorCode::value, static_cast<std::uint32_t>(offset)};
  const auto part = std::string_view(bytes).substr(offset * 4, length * 4);
  const std::size_t after = bytes.size() - offset * 4 - part.size();
  out.u32(type).u32(static_cast<std::uint32_t>(after));
  out.u32(static_cast<std::uint32_t>(part.size() / (property.format / 8))).zeros(12).bytes(part).pad();
  co_return reply(static_cast<std::uint8_t>(property.format), out);
}

asio::awaitable<Answer> list_properties(Call call) {
  const WindowId id = call.in.u32();
  std::vector<Atom> atoms;
  const auto windows = co_await call.display.view.windows();
  if (!windows) co_return no_answer(windows.error());
  const auto* window = (*windows)->find(id);
  if (!window) co_return Fault{ErrorCode::window, id};
  for (const auto name : names_of_properties(window->parent == 0)) {
    const auto found = co_await look_up(call, id, std::string(name));
    if (found && *found) atoms.push_back(call.display.atoms.intern(name));
  }
  auto out = call.out();
  out.u16(static_cast<std::uint32_t>(atoms.size())).zeros(22);
  for (const Atom atom : atoms) out.u32(atom);
  co_return reply(0, out);
}

asio::awaitable<Answer> change_property(Call call) {
  const WindowId id = call.in.u32();
  const Atom atom = call.in.u32(), type = call.in.u32();
  const unsigned format = call.in.u8();
  call.in.skip(3);
  const std::size_t count = call.in.u32();
  if (format != 8 && format != 16 && format != 32) co_return Fault{ErrorCode::value, format};
  if (count > call.in.left()) co_return Fault{ErrorCode::length};
  std::string value(call.in.bytes(count * (format / 8)));
  if (!call.in.good()) co_return Fault{ErrorCode::length};
  const auto name = call.display.atoms.name(atom);
  if (!name) co_return Fault{ErrorCode::atom, atom};
  if (type == atom::string) value = utf8_of_latin1(value);
  RenameWindow rename;
  rename.window = id;
  const std::string first = value.substr(0, value.find('\0'));
  if (*name == "WM_NAME" || *name == "_NET_WM_NAME") {
    rename.title = value;
  } else if (*name == "WM_ICON_NAME" || *name == "_NET_WM_ICON_NAME") {
    rename.icon_title = value;
  } else if (*name == "WM_WINDOW_ROLE" || *name == "_NET_WM_WINDOW_ROLE") {  // the original xdotool sets both
    rename.role = value;
  } else if (*name == "WM_CLASS") {
    rename.class_name = first;
    const auto second = value.substr(std::min(first.size() + 1, value.size()));
    rename.wm_class = second.substr(0, second.find('\0'));
  } else {
    co_return Fault{ErrorCode::access, id, "only the names of windows can be changed, not " + std::string(*name)};
  }
  co_return co_await perform(call, std::move(rename));
}

}  // namespace interlock::display
