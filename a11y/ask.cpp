#include "a11y/atspi.h"

namespace interlock::a11y::ask {
namespace {

constexpr const char* accessible = "org.a11y.atspi.Accessible";
constexpr const char* component = "org.a11y.atspi.Component";
constexpr const char* application = "org.a11y.atspi.Application";
constexpr const char* table = "org.a11y.atspi.Table";
constexpr const char* text_interface = "org.a11y.atspi.Text";
constexpr const char* bus_name = "org.freedesktop.DBus";

Request property(const Ref& ref, const char* interface, const char* name) {
  return {ref, "org.freedesktop.DBus.Properties", "Get", Request::Property{interface, name}};
}

}  // namespace

Request role(const Ref& ref) {
  return {ref, accessible, "GetRole"};
}
Request name(const Ref& ref) {
  return property(ref, accessible, "Name");
}
Request description(const Ref& ref) {
  return property(ref, accessible, "Description");
}
Request parent(const Ref& ref) {
  return property(ref, accessible, "Parent");
}
Request facts(const Ref& ref) {
  return {ref, "org.freedesktop.DBus.Properties", "GetAll", std::string(accessible)};
}
Request children(const Ref& ref) {
  return {ref, accessible, "GetChildren"};
}
Request child_count(const Ref& ref) {
  return property(ref, accessible, "ChildCount");
}
Request index_in_parent(const Ref& ref) {
  return {ref, accessible, "GetIndexInParent"};
}
Request table_columns(const Ref& ref) {
  return property(ref, table, "NColumns");
}
Request table_cell(const Ref& ref, std::int32_t row, std::int32_t column) {
  return {ref, table, "GetAccessibleAt", Request::Cell{row, column}};
}
Request states(const Ref& ref) {
  return {ref, accessible, "GetState"};
}
Request attributes(const Ref& ref) {
  return {ref, accessible, "GetAttributes"};
}
Request relations(const Ref& ref) {
  return {ref, accessible, "GetRelationSet"};
}
Request extents(const Ref& ref, Coordinates coordinates) {
  return {ref, component, "GetExtents", coordinates};
}
Request at_point(const Ref& ref, Point at, Coordinates coordinates) {
  return {ref, component, "GetAccessibleAtPoint", Request::Place{at, coordinates}};
}
Request scroll_to(const Ref& ref) {
  return {ref, component, "ScrollTo", Scroll::anywhere};
}
Request document_attributes(const Ref& ref) {
  return {ref, "org.a11y.atspi.Document", "GetAttributes"};
}
Request character_count(const Ref& ref) {
  return property(ref, text_interface, "CharacterCount");
}
Request text(const Ref& ref, std::int32_t characters) {
  return {ref, text_interface, "GetText", Request::Range{0, characters}};
}
Request whole_text(const Ref& ref) {
  return text(ref, -1);
}
Request current_value(const Ref& ref) {
  return property(ref, "org.a11y.atspi.Value", "CurrentValue");
}
Request toolkit_name(const std::string& bus) {
  return property({bus, root_path}, application, "ToolkitName");
}
Request toolkit_version(const std::string& bus) {
  return property({bus, root_path}, application, "Version");
}
Request matches(const Ref& ref, States states, Role role, std::int32_t count) {
  std::vector<Role> roles;
  if (role != Role::invalid) roles.push_back(role);
  return matches(ref, states, std::move(roles), count);
}
Request matches(const Ref& ref, States states, std::vector<Role> roles, std::int32_t count) {
  return {ref, "org.a11y.atspi.Collection", "GetMatches", Request::Match{states, std::move(roles), count}};
}
Request action_name(const Ref& ref) {
  return {ref, "org.a11y.atspi.Action", "GetName", Request::Index{0}};
}
Request key_binding(const Ref& ref) {
  return {ref, "org.a11y.atspi.Action", "GetKeyBinding", Request::Index{0}};
}
Request process_id(const std::string& bus) {
  return {{bus_name, "/org/freedesktop/DBus"}, bus_name, "GetConnectionUnixProcessID", bus};
}
Request private_address(const std::string& bus) {
  return {{bus, root_path}, application, "GetApplicationBusAddress"};
}
Request register_event(const char* event) {
  return {{"org.a11y.atspi.Registry", "/org/a11y/atspi/registry"},
          "org.a11y.atspi.Registry",
          "RegisterEvent",
          std::string(event)};
}

}  // namespace interlock::a11y::ask
