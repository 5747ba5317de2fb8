/// A page in a browser, partly visible, and what must be true of it in any browser.
#pragma once

#include "tests/live/visible_desk.h"

namespace interlock::test {
inline const std::string page = "file://" + fixtures + "visible_page.html";

/// What must be true of the page in any browser.
class Web : public VisibleDesk {
 protected:
  static void TearDownTestSuite() {
    browser_ = {};
    VisibleDesk::TearDownTestSuite();
  }
  void SetUp() override {
    VisibleDesk::SetUp();
    window_ = window("Visible page");
    raise(window_);
  }

  void shows_what_is_visible() {
    a11y::VisibleTree seen;
    // A browser shows a page's frames later than the page.
    for (const char* name : {"Plain button", "Note", "Answer", "In the box", "In the frame", "Deep inside", "a link"}) {
      seen = tree_with(window_, name);
    }
    for (const char* words : {"Things to see", "A paragraph with", "Agree", "More"}) {
      EXPECT_TRUE(says(seen, words)) << words << " is not in\n" << reported(seen);
    }
    for (const char* words :
         {"Scrolled out of the box", "Not displayed", "Not visible", "Far below", "Left of the page", "Folded away"}) {
      EXPECT_FALSE(says(seen, words)) << words << " is in\n" << reported(seen);
    }
    EXPECT_EQ(seen.cut, a11y::Cut::whole);
    ASSERT_TRUE(seen.document);
    EXPECT_EQ(seen.document->url, page);
    const auto* note = find(seen, "Note");
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->value, Known<std::string>("what it says"));
    EXPECT_EQ(note->extents.width, 260);
    EXPECT_EQ(note->extents.height, 40);
    agrees_with_oracle(window_, seen);
  }

  void tells_no_password() {
    const auto seen = tree_with(window_, "Answer");
    const auto* secret = find(seen, "Answer");
    ASSERT_NE(secret, nullptr);
    EXPECT_EQ(secret->role, Role::password_text);
    EXPECT_TRUE(secret->value.is_none());
    EXPECT_FALSE(says(seen, "hunter2secret"));
  }

  void says_where_a_click_hits() {
    for (const char* name : {"Plain button", "In the box", "In the frame", "Deep inside"}) {
      const auto seen = tree_with(window_, name);
      const auto* button = find(seen, name);
      ASSERT_NE(button, nullptr);
      click(middle(button->extents));
      EXPECT_TRUE(eventually([&] {
        return text(window_.id, "_NET_WM_NAME").find(std::string("Visible page: ") + name) == 0;
      })) << name
          << " was not hit; the title is " << text(window_.id, "_NET_WM_NAME");
    }
  }

  static inline Process browser_;
  Window window_;
};

}  // namespace interlock::test
