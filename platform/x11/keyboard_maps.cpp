#include "platform/x11/keyboard_maps.h"

#include <X11/extensions/XInput2.h>
#include <algorithm>
#include <cstring>

namespace interlock::platform::x11 {
namespace {

// libX11 1.8.12 assumes that a key whose types are changed has actions.
constexpr unsigned parts = XkbKeyTypesMask | XkbKeySymsMask | XkbModifierMapMask | XkbKeyActionsMask;

bool same_key(XkbDescPtr a, XkbDescPtr b, KeyCode code) {
  const auto& one = a->map->key_sym_map[code];
  const auto& other = b->map->key_sym_map[code];
  return one.group_info == other.group_info &&
         std::memcmp(one.kt_index, other.kt_index, XkbNumGroups(one.group_info)) == 0 &&
         XkbKeyNumSyms(a, code) == XkbKeyNumSyms(b, code) &&
         std::equal(XkbKeySymsPtr(a, code), XkbKeySymsPtr(a, code) + XkbKeyNumSyms(a, code), XkbKeySymsPtr(b, code));
}

bool is_spare(XkbDescPtr map, KeyCode code) {
  if (map->map->modmap[code] != 0) return false;
  const auto* symbols = XkbKeySymsPtr(map, code);
  return std::all_of(symbols, symbols + XkbKeyNumSyms(map, code), [](KeySym each) { return each == NoSymbol; });
}

}  // namespace

KeyboardMaps::KeyboardMaps(const Connection& x) : x_(x) {
  if (x_.lost()) return;
  add(XkbUseCoreKbd);
  int count = 0;
  XIDeviceInfo* devices = XIQueryDevice(x_.display(), XIAllDevices, &count);
  for (int i = 0; devices && i < count && !x_.lost(); ++i) {
    if (devices[i].use == XISlaveKeyboard) add(static_cast<unsigned>(devices[i].deviceid));
  }
  if (devices) XIFreeDeviceInfo(devices);
  if (x_.lost()) maps_.clear();
}

void KeyboardMaps::add(unsigned device) {
  Map map(XkbGetMap(x_.display(), parts, device));
  if (map && map->map && map->map->modmap && map->map->key_sym_map) maps_.push_back(std::move(map));
}

std::vector<KeyCode> KeyboardMaps::spare() const {
  std::vector<KeyCode> codes;
  if (!known()) return codes;
  for (int code = maps_.front()->min_key_code; code <= maps_.front()->max_key_code; ++code) {
    const auto key = static_cast<KeyCode>(code);
    if (std::all_of(maps_.begin(), maps_.end(), [&](const auto& map) { return is_spare(map.get(), key); })) {
      codes.push_back(key);
    }
  }
  return codes;
}

bool KeyboardMaps::gives(KeyCode code, const Symbols& symbols) const {
  if (!known()) return false;
  auto* map = maps_.front().get();
  if (code < map->min_key_code || code > map->max_key_code || XkbKeyNumGroups(map, code) != 1) return false;
  const int count = XkbKeyNumSyms(map, code);
  const auto* own = XkbKeySymsPtr(map, code);
  // Two symbols that are the same may come back as one.
  return (count == 2 && own[0] == symbols[0] && own[1] == symbols[1]) ||
         (count == 1 && own[0] == symbols[0] && own[0] == symbols[1]);
}

bool KeyboardMaps::alike(KeyCode first, KeyCode last) const {
  for (const auto& map : maps_) {
    for (int code = first; code <= last; ++code) {
      if (!same_key(maps_.front().get(), map.get(), static_cast<KeyCode>(code))) return false;
    }
  }
  return true;
}

void KeyboardMaps::set(const std::map<KeyCode, Symbols>& keys) {
  if (keys.empty() || !known() || x_.lost()) return;
  if (!set_at_once(keys)) {
    for (const auto& [code, symbols] : keys) {
      Symbols levels = symbols;
      XChangeKeyboardMapping(x_.display(), code, static_cast<int>(levels.size()), levels.data(), 1);
    }
  }
  tell_state();
}

// When Qt 5 gets a new map it forgets which group and locks are in force and reads keys as those of the first group,
// until it gets an event about a change of state. Setting a latch and clearing it at once causes such an event and
// changes nothing.
void KeyboardMaps::tell_state() {
  XkbStateRec state{};
  if (XkbGetState(x_.display(), XkbUseCoreKbd, &state) != Success || state.latched_mods != 0) return;
  if (state.group == 0 && state.locked_mods == 0) return;
  XkbLatchModifiers(x_.display(), XkbUseCoreKbd, ShiftMask, ShiftMask);
  XkbLatchModifiers(x_.display(), XkbUseCoreKbd, ShiftMask, 0);
}

// Writes a range of keys in one request; keys in between that are not ours keep their symbols.
bool KeyboardMaps::set_at_once(const std::map<KeyCode, Symbols>& keys) {
  const KeyCode first = keys.begin()->first, last = keys.rbegin()->first;
  if (!alike(first, last)) return false;
  auto* map = maps_.front().get();
  for (const auto& [code, symbols] : keys) {
    const bool empty = symbols == Symbols{NoSymbol, NoSymbol};
    int types[XkbNumKbdGroups] = {XkbTwoLevelIndex};
    if (XkbChangeTypesOfKey(map, code, empty ? 0 : 1, XkbGroup1Mask, types, nullptr) != Success) return false;
    if (empty) {
      map->map->key_sym_map[code].width = 0;
    } else {
      std::copy(symbols.begin(), symbols.end(), XkbKeySymsPtr(map, code));
    }
  }
  XkbMapChangesRec changes{};
  changes.changed = XkbKeySymsMask;
  changes.first_key_sym = first;
  changes.num_key_syms = static_cast<unsigned char>(last - first + 1);
  return XkbChangeMap(x_.display(), map, &changes) == True;
}

}  // namespace interlock::platform::x11
