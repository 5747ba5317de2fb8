#include "a11y/described_nodes.h"

#include <utility>

#include "a11y/ancestry.h"
#include "a11y/cell_path.h"
#include "a11y/dialog_text.h"
#include "a11y/document.h"
#include "a11y/readable.h"
#include "a11y/text.h"

namespace interlock::a11y {
namespace {

bool is_field(const Element& element) {
  return takes_text(element.role) || element.states.has(State::editable);
}

/// Roles that only represent text.
bool is_words(Role role) {
  switch (role) {
    case Role::label:
    case Role::static_:
    case Role::heading:
    case Role::paragraph:
    case Role::caption:
    case Role::section:
    case Role::list_item:
    case Role::table_cell:
    case Role::link:
    case Role::block_quote:
    case Role::article:
    case Role::page:  // of a document, in Evince
    case Role::comment:
    case Role::definition:
    case Role::description_term:
    case Role::description_value:
    case Role::status_bar:
    case Role::column_header:
    case Role::row_header:
    case Role::table_column_header:
    case Role::table_row_header:
      return true;
    default:
      return false;
  }
}

bool has_words(const Toolkit& toolkit, const Element& element) {
  return !toolkit.texts_are_nodes && element.name.empty() && is_words(element.role);
}

/// A dialog's message: its text outside of controls.
std::string message_of(const VisibleTree& tree, std::size_t dialog) {
  std::string all;
  for (std::size_t i = dialog + 1; i < tree.nodes.size() && tree.nodes[i].depth > tree.nodes[dialog].depth; ++i) {
    const auto& element = tree.nodes[i].element;
    if (!is_static(element.role)) continue;
    const auto& words = element.name.empty() && element.value ? *element.value : element.name;
    if (words.empty() || all.size() + words.size() > max_dialog_text) continue;
    if (!all.empty()) all += ' ';
    all += words;
  }
  return all;
}

void add_ancestors(VisibleTree& tree, const std::vector<std::optional<std::size_t>>& parents) {
  std::vector<std::string> messages(tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto role = tree.nodes[i].element.role;
    if (role == Role::dialog || role == Role::alert) messages[i] = message_of(tree, i);
  }
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    auto& ancestors = tree.nodes[i].element.ancestors;
    for (auto above = parents[i]; above && ancestors.size() < max_ancestors; above = parents[*above]) {
      const auto& element = tree.nodes[*above].element;
      ancestors.push_back({.role = element.role, .name = element.name, .text = messages[*above]});
      if (element.role == Role::document_web || element.role == Role::frame) break;
    }
  }
}

class Describe {
 public:
  Describe(Look look, Toolkit toolkit, TreeLimits limits)
      : look_(std::move(look)), toolkit_(toolkit), limits_(limits) {}

  Awaitable<VisibleTree> run(ShownNodes shown) {
    tree_.cut = shown.cut;
    std::vector<std::optional<std::size_t>> parents;
    for (auto& node : shown.nodes) {
      Element element{.role = node.role, .name = std::move(node.name), .description = std::move(node.description)};
      element.value = none;
      element.states = node.states;
      element.path = node.ref.bus + node.ref.path;
      element.extents = node.extents;
      if (node.parent && has_cell_path(toolkit_, node.role, element_role(*node.parent))) {
        element.path = cell_path(refs_[*node.parent], node.extents);
      }
      tree_.nodes.push_back({node.depth, std::move(element), node.unread_children, node.above, node.below});
      parents.push_back(node.parent);
      refs_.push_back(std::move(node.ref));
    }
    co_await add_attributes();
    co_await add_labels_and_texts();
    if (toolkit_.labels_name_boxes) co_await add_labels_of_boxes(parents);
    co_await add_choices();
    add_ancestors(tree_, parents);
    co_return std::move(tree_);
  }

 private:
  Element& element(std::size_t i) { return tree_.nodes[i].element; }
  Role element_role(std::size_t i) const { return tree_.nodes[i].element.role; }
  void missed(Unknown why) {
    if (why == Unknown::deadline) tree_.cut = Cut::deadline;
    if (why == Unknown::disconnected) tree_.cut = Cut::disconnected;
  }

  /// Attributes and label relations of actionable nodes, and the document's address.
  Awaitable<void> add_attributes() {
    std::vector<std::size_t> acted;
    std::vector<std::size_t> labelled;
    std::optional<std::size_t> web;
    std::vector<Request> requests;
    for (std::size_t i = 0; i < refs_.size(); ++i) {
      if (!web && element(i).role == Role::document_web) web = i;
      const bool sorts = element(i).role == Role::column_header || element(i).role == Role::table_column_header;
      if (!is_actionable(element(i).role) && !is_field(element(i)) && !sorts) continue;
      acted.push_back(i);
      requests.push_back(ask::attributes(refs_[i]));
    }
    // A node with a name of its own needs no label.
    for (const auto i : acted) {
      if (!element(i).name.empty()) continue;
      labelled.push_back(i);
      requests.push_back(ask::relations(refs_[i]));
    }
    if (web) requests.push_back(ask::document_attributes(refs_[*web]));
    const auto replies = co_await look_.ask(std::move(requests));
    for (std::size_t n = 0; n < acted.size(); ++n) {
      auto attributes = answer::attributes(replies[n]);
      if (attributes) {
        element(acted[n]).attributes = std::move(*attributes);
      } else {
        // It is unknown whether this is a password field, so its text is not read.
        missed(attributes.error());
        if (is_fatal(attributes.error())) unsure_.push_back(acted[n]);
      }
    }
    for (std::size_t n = 0; n < labelled.size(); ++n) {
      const auto labels = answer::relation(replies[acted.size() + n], relation_labelled_by);
      if (labels && !labels->empty()) labels_.emplace_back(labelled[n], labels->front());
    }
    if (web) tree_.document = document_from(replies.back(), element(*web).name);
  }

  /// The label of a box belongs to the controls in it that have no name.
  Awaitable<void> add_labels_of_boxes(const std::vector<std::optional<std::size_t>>& parents) {
    std::vector<std::size_t> labels;
    std::vector<Request> requests;
    for (std::size_t i = 0; i < refs_.size(); ++i) {
      if (element(i).role != Role::label || element(i).name.empty()) continue;
      labels.push_back(i);
      requests.push_back(ask::relations(refs_[i]));
    }
    const auto replies = co_await look_.ask(std::move(requests));
    for (std::size_t n = 0; n < labels.size(); ++n) {
      const auto boxes = answer::relation(replies[n], relation_label_for);
      if (!boxes || boxes->empty()) continue;
      for (std::size_t i = 0; i < refs_.size(); ++i) {
        const bool unnamed =
            is_actionable(element(i).role) && element(i).name.empty() && element(i).labelled_by.empty();
        if (unnamed && parents[i] && refs_[*parents[i]] == boxes->front()) {
          element(i).labelled_by = element(labels[n]).name;
        }
      }
    }
  }

  bool may_read(std::size_t i) const {
    for (const auto unsure : unsure_) {
      if (unsure == i) return false;
    }
    return !is_password(tree_.nodes[i].element);
  }

  bool is_list_without_text(std::size_t i) const {
    const auto& box = tree_.nodes[i].element;
    // Firefox has the open list of a page a second time among its own menus, without a place. What is chosen there is
    // read in the page alone, where a scope may hide it.
    return toolkit_.lists_have_no_text && box.role == Role::combo_box && !box.states.has(State::editable) &&
           !box.extents.empty();
  }

  /// Adds the names of what is chosen in lists that have no text of their own.
  Awaitable<void> add_choices() {
    std::vector<std::size_t> lists;
    std::vector<Request> requests;
    States selected;
    selected.add(State::selected);
    for (std::size_t i = 0; i < refs_.size(); ++i) {
      if (!is_list_without_text(i) || !may_read(i)) continue;
      lists.push_back(i);
      requests.push_back(ask::matches(refs_[i], selected, Role::invalid, 1));
    }
    const auto found = co_await look_.ask(std::move(requests));
    std::vector<std::size_t> named;
    std::vector<Request> names;
    for (std::size_t n = 0; n < lists.size(); ++n) {
      const auto chosen = answer::refs(found[n]);
      if (!chosen) missed(chosen.error());
      if (!chosen || chosen->empty()) continue;
      named.push_back(lists[n]);
      names.push_back(ask::name(chosen->front()));
    }
    const auto replies = co_await look_.ask(std::move(names));
    for (std::size_t n = 0; n < named.size(); ++n) {
      auto name = answer::string_property(replies[n]);
      if (!name) missed(name.error());
      if (name && !name->empty()) element(named[n]).value = std::move(*name);
    }
  }

  Awaitable<void> add_labels_and_texts() {
    std::vector<Request> requests;
    std::vector<std::size_t> numbers;
    std::vector<std::size_t> written;
    for (const auto& [of, label] : labels_) requests.push_back(ask::name(label));
    for (std::size_t i = 0; i < refs_.size(); ++i) {
      if (has_number(element(i).role) && element(i).role != Role::scroll_bar) {
        numbers.push_back(i);
        requests.push_back(ask::current_value(refs_[i]));
      } else if (is_list_without_text(i)) {
        continue;
      } else if ((is_field(element(i)) || has_words(toolkit_, element(i))) && may_read(i)) {
        written.push_back(i);
      }
    }
    for (const auto i : written) requests.push_back(ask::character_count(refs_[i]));
    const auto replies = co_await look_.ask(std::move(requests));
    auto reply = replies.begin();
    for (const auto& [of, label] : labels_) {
      if (auto name = answer::string_property(*reply++)) element(of).labelled_by = std::move(*name);
    }
    for (const auto i : numbers) {
      const auto number = answer::number_property(*reply++);
      if (number) element(i).value = number_text(*number);
      if (!number) missed(number.error());
    }
    requests.clear();
    std::vector<std::size_t> asked;
    for (const auto i : written) {
      const auto count = answer::count_property(*reply++);
      if (!count) missed(count.error());
      if (!count || *count == 0) continue;
      asked.push_back(i);
      requests.push_back(ask::text(refs_[i], std::min(*count, limits_.characters)));
    }
    const auto texts = co_await look_.ask(std::move(requests));
    for (std::size_t n = 0; n < asked.size(); ++n) {
      auto text = answer::string(texts[n]);
      if (!text) missed(text.error());
      if (!text) continue;
      *text = without_objects(std::move(*text));
      if (!text->empty()) element(asked[n]).value = std::move(*text);
    }
  }

  Look look_;
  Toolkit toolkit_;
  TreeLimits limits_;
  VisibleTree tree_;
  std::vector<Ref> refs_;
  std::vector<std::pair<std::size_t, Ref>> labels_;  ///< the node, and its label
  std::vector<std::size_t> unsure_;
};

}  // namespace

Awaitable<VisibleTree> described(Look look, Toolkit toolkit, ShownNodes shown, TreeLimits limits) {
  Describe describe(std::move(look), toolkit, limits);
  auto tree = co_await describe.run(std::move(shown));
  co_return tree;
}

}  // namespace interlock::a11y
