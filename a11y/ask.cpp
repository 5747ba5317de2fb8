#include "a11y/atspi.h"

namespace interlock::a11y::ask {
namespace {

constexpr const char* accessible = "org.a11y.atspi.Accessible";
constexpr const char* component = "org.a11y.atspi.Component";
constexpr const char* application = "org.a11y.atspi.Application";
constexpr const char* text_interface = "org.a11y.atspi.Text";
constexpr const char* bus_name = "org.freedesktop.DBus";

Question property(const Ref& ref, const char* interface, const char* name) {
  return {ref, "org.freedesktop.DBus.Properties", "Get", Question::Property{interface, name}};
}

}  // namespace

Question role(const Ref& ref) {
  return {ref, accessible, "GetRole"};
}
Question name(const Ref& ref) {
  return property(ref, accessible, "Name");
}
Question description(const Ref& ref) {
  return property(ref, accessible, "Description");
}
Question parent(const Ref& ref) {
  return property(ref, accessible, "Parent");
}
Question facts(const Ref& ref) {
  return {ref, "org.freedesktop.DBus.Properties", "GetAll", std::string(accessible)};
}
Question children(const Ref& ref) {
  return {ref, accessible, "GetChildren"};
}
Question child_count(const Ref& ref) {
  return property(ref, accessible, "ChildCount");
}
Question states(const Ref& ref) {
  return {ref, accessible, "GetState"};
}
Question attributes(const Ref& ref) {
  return {ref, accessible, "GetAttributes"};
}
Question relations(const Ref& ref) {
  return {ref, accessible, "GetRelationSet"};
}
Question extents(const Ref& ref, Coordinates coordinates) {
  return {ref, component, "GetExtents", coordinates};
}
Question at_point(const Ref& ref, Point at, Coordinates coordinates) {
  return {ref, component, "GetAccessibleAtPoint", Question::Place{at, coordinates}};
}
Question scroll_to(const Ref& ref) {
  return {ref, component, "ScrollTo", Scroll::anywhere};
}
Question document_attributes(const Ref& ref) {
  return {ref, "org.a11y.atspi.Document", "GetAttributes"};
}
Question character_count(const Ref& ref) {
  return property(ref, text_interface, "CharacterCount");
}
Question text(const Ref& ref, std::int32_t characters) {
  return {ref, text_interface, "GetText", Question::Range{0, characters}};
}
Question whole_text(const Ref& ref) {
  return text(ref, -1);
}
Question current_value(const Ref& ref) {
  return property(ref, "org.a11y.atspi.Value", "CurrentValue");
}
Question toolkit_name(const std::string& bus) {
  return property({bus, root_path}, application, "ToolkitName");
}
Question toolkit_version(const std::string& bus) {
  return property({bus, root_path}, application, "Version");
}
Question matches(const Ref& ref, States states, Role role, std::int32_t count) {
  std::vector<Role> roles;
  if (role != Role::invalid) roles.push_back(role);
  return matches(ref, states, std::move(roles), count);
}
Question matches(const Ref& ref, States states, std::vector<Role> roles, std::int32_t count) {
  return {ref, "org.a11y.atspi.Collection", "GetMatches", Question::Match{states, std::move(roles), count}};
}
Question action_name(const Ref& ref) {
  return {ref, "org.a11y.atspi.Action", "GetName", Question::Index{0}};
}
Question key_binding(const Ref& ref) {
  return {ref, "org.a11y.atspi.Action", "GetKeyBinding", Question::Index{0}};
}
Question process_id(const std::string& bus) {
  return {{bus_name, "/org/freedesktop/DBus"}, bus_name, "GetConnectionUnixProcessID", bus};
}
Question private_address(const std::string& bus) {
  return {{bus, root_path}, application, "GetApplicationBusAddress"};
}
Question register_event(const char* event) {
  return {{"org.a11y.atspi.Registry", "/org/a11y/atspi/registry"},
          "org.a11y.atspi.Registry",
          "RegisterEvent",
          std::string(event)};
}

}  // namespace interlock::a11y::ask
