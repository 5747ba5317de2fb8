#include <boost/json/basic_parser_impl.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "ipc/decode.h"
#include "ipc/limits.h"
#include "values/suggest.h"

namespace interlock::ipc {
namespace {

/// Builds a value as Boost's own parser does, but refuses two things which that parser accepts: duplicate keys of an
/// object (it keeps the last), and numbers too large for a double (it returns infinity).
class Builder {
 public:
  static constexpr std::size_t max_object_size = limits::object_keys;
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  bool on_document_begin(boost::system::error_code&) {
    stack_.reset();
    return true;
  }
  bool on_document_end(boost::system::error_code&) { return true; }
  bool on_object_begin(boost::system::error_code&) {
    keys_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t size, boost::system::error_code&) {
    keys_.pop_back();
    stack_.push_object(size);
    return true;
  }
  bool on_array_begin(boost::system::error_code&) { return true; }
  bool on_array_end(std::size_t size, boost::system::error_code&) {
    stack_.push_array(size);
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, boost::system::error_code&) {
    key_ += part;
    stack_.push_chars(part);
    return true;
  }
  bool on_key(json::string_view part, std::size_t, boost::system::error_code& error) {
    key_ += part;
    stack_.push_key(part);
    if (!keys_.back().insert(key_).second) {
      objection_ = "the key " + in_single_quotes(key_) + " occurs twice in one object";
      error = json::error::exception;
      return false;
    }
    key_.clear();
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, boost::system::error_code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(json::string_view part, std::size_t, boost::system::error_code&) {
    stack_.push_string(part);
    return true;
  }
  bool on_number_part(json::string_view, boost::system::error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, boost::system::error_code&) {
    stack_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, json::string_view, boost::system::error_code&) {
    stack_.push_uint64(number);
    return true;
  }
  bool on_double(double number, json::string_view, boost::system::error_code& error) {
    if (!std::isfinite(number)) {
      objection_ = "a number is too large";
      error = json::error::exception;
      return false;
    }
    stack_.push_double(number);
    return true;
  }
  bool on_bool(bool truth, boost::system::error_code&) {
    stack_.push_bool(truth);
    return true;
  }
  bool on_null(boost::system::error_code&) {
    stack_.push_null();
    return true;
  }
  bool on_comment_part(json::string_view, boost::system::error_code&) { return true; }
  bool on_comment(json::string_view, boost::system::error_code&) { return true; }

  json::value release() { return stack_.release(); }
  const std::string& objection() const { return objection_; }

 private:
  json::value_stack stack_;
  std::vector<std::set<std::string>> keys_;  // ordered, not hashed: no input can make it slow
  std::string key_;
  std::string objection_;
};

json::parse_options strict(std::size_t depth) {
  json::parse_options options;
  options.max_depth = depth;
  return options;
}

std::string explain(const boost::system::error_code& error, const std::string& objection, std::size_t depth) {
  if (!objection.empty()) return objection;
  if (error == json::error::too_deep) return "nested more than " + std::to_string(depth) + " deep";
  if (error == json::error::object_too_large)
    return "an object has more than " + std::to_string(limits::object_keys) + " keys";
  if (error == json::error::incomplete) return "it ends too early";
  if (error == json::error::extra_data) return "something follows the value";
  return error.message();
}

}  // namespace

tl::expected<json::value, RpcError> parse_json(std::string_view text) {
  return parse_json(text, limits::json_depth);
}

tl::expected<json::value, RpcError> parse_json(std::string_view text, std::size_t depth) {
  json::basic_parser<Builder> parser(strict(depth));
  boost::system::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (!error && read < text.size()) error = json::error::extra_data;
  if (error) {
    return tl::unexpected(RpcError{error_code::parse, "not valid JSON at byte " + std::to_string(read) + ": " +
                                                          explain(error, parser.handler().objection(), depth)});
  }
  return parser.handler().release();
}

}  // namespace interlock::ipc
