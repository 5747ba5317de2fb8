#include "values/reason.h"

#include <ostream>
#include <utility>

namespace interlock {

Reason Reason::name_of_target(Subject::Kind kind, std::string name) {
  Reason reason(std::move(name));
  reason.subject_.kind = kind;
  reason.name_size_ = reason.text_.size();
  return reason;
}

Reason Reason::about_window(std::string text) {
  Reason reason(std::move(text));
  reason.subject_.kind = Subject::Kind::window;
  return reason;
}

Reason Reason::about(std::shared_ptr<const Element> control) && {
  subject_ = {Subject::Kind::control, std::move(control)};
  return std::move(*this);
}

std::string Reason::brief() const {
  std::string brief = text_;
  if (name_size_ > 0) brief.replace(name_at_, name_size_, name_at_ == 0 ? "It" : "this");
  return brief;
}

std::ostream& operator<<(std::ostream& out, const Reason& reason) {
  return out << reason.text_;
}

Reason& Reason::operator+=(const Reason& more) {
  if (more.subject_.kind > subject_.kind) {
    subject_ = more.subject_;
    name_at_ = text_.size() + more.name_at_;
    name_size_ = more.name_size_;
  }
  text_ += more.text_;
  return *this;
}

}  // namespace interlock
