#include "policy/tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "policy/characters.h"

namespace interlock::policy {

const Node* Node::find(std::string_view key) const {
  const auto member = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == key; });
  return member == members.end() ? nullptr : &member->value;
}

namespace {

Place place_of(const YAML::Mark& mark) {
  return mark.is_null() ? Place{} : Place{mark.line + 1, mark.column + 1};
}

/// Thrown from the parser's events and caught in parse_tree: there is no other way to stop the parser.
struct Unreadable {
  Place place;
  std::string what;
};

Node node_at(Node::Kind kind, const YAML::Mark& mark, std::string text = {}) {
  Node node;
  node.kind = kind;
  node.place = place_of(mark);
  node.text = std::move(text);
  return node;
}

/// Builds the tree from the parser's events. yaml-cpp's own nodes do not record which scalar was quoted, and keep only
/// the first of two equal keys.
class Builder : public YAML::EventHandler {
 public:
  explicit Builder(Mistakes& mistakes) : mistakes_(mistakes) {}

  Node root;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    put(node_at(Node::Kind::null, mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    mistakes_.add(place_of(mark), "aliases (*name) are not allowed", "write the value out");
    put(node_at(Node::Kind::null, mark));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    put(node_at(tag == "!" ? Node::Kind::quoted : Node::Kind::plain, mark, value));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    std::optional<Member> member;                  ///< of a map: its key was read, its value is next
    std::unordered_map<std::string, int> lines{};  ///< of a map: the line of the first occurrence of each key
  };

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) mistakes_.add(place_of(mark), "anchors (&name) are not allowed", "write the value out");
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    // yaml-cpp passes "?" for a plain scalar and "!" for a quoted one.
    if (!tag.empty() && tag != "?" && tag != "!") mistakes_.add(place_of(mark), "tags (!name) are not allowed");
  }

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() == max_depth) throw Unreadable{place_of(mark), "nested too deep"};
    open_.push_back({node_at(kind, mark), {}});
  }
  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    put(std::move(node));
  }

  void put(Node node) {
    if (open_.empty()) {
      root = std::move(node);
      return;
    }
    auto& [parent, member, lines] = open_.back();
    if (parent.kind == Node::Kind::list) {
      parent.items.push_back(std::move(node));
    } else if (member) {
      member->value = std::move(node);
      parent.members.push_back(std::move(*member));
      member.reset();
    } else {
      if (node.kind != Node::Kind::plain && node.kind != Node::Kind::quoted) {
        throw Unreadable{node.place, "a key must be a word"};
      }
      const auto [first, is_new] = lines.emplace(node.text, node.place.line);
      if (!is_new && !mistakes_.full()) {
        mistakes_.add(node.place, "key " + in_single_quotes(node.text) + " occurs twice",
                      "it is in line " + std::to_string(first->second) + " already");
      }
      member = Member{std::move(node.text), node.place, {}};
    }
  }

  Mistakes& mistakes_;
  std::vector<Open> open_;
};

/// Finds what yaml-cpp silently accepts: invalid UTF-8, control characters (it takes U+0004 for the end of the file),
/// and directives (it skips unknown ones anywhere).
bool readable(std::string_view text, Mistakes& mistakes) {
  Place place;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) {
      mistakes.add(place, "not UTF-8", "save the file as UTF-8");
      return false;
    }
    const auto c = static_cast<unsigned char>(text[at]);
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) {
      mistakes.add(place, "a control character", "remove it, or write it with a backslash in double quotes");
      return false;
    }
    if (c == '%' && place.column == 1) {
      mistakes.add(place, "directives (% at the start of a line) are not allowed");
      return false;
    }
    at += length;
    if (c == '\n') {
      place = {place.line + 1, 1};
    } else {
      place.column += static_cast<int>(length);
    }
  }
  return true;
}

}  // namespace

std::optional<Node> parse_tree(std::string_view text, Mistakes& mistakes) {
  if (!readable(text, mistakes)) return std::nullopt;
  Builder builder(mistakes);
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    if (!parser.HandleNextDocument(builder)) return Node{};
    Node root = std::move(builder.root);
    if (parser.HandleNextDocument(builder)) {
      mistakes.add(builder.root.place, "a second document (---) is not allowed");
    }
    return root;
  } catch (const Unreadable& e) {
    mistakes.add(e.place, e.what);
  } catch (const YAML::Exception& e) {
    mistakes.add(place_of(e.mark), "cannot be read as YAML: " + e.msg);
  } catch (const std::exception& e) {
    mistakes.add({}, std::string("cannot be read as YAML: ") + e.what());
  }
  return std::nullopt;
}

}  // namespace interlock::policy
