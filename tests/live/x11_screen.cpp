// Pictures of the screen, and the stacking of its windows when they were taken.
#include "tests/live/x11_fixture.h"

#include "platform/x11/capture.h"

// Xlib's macros, which the fixture undefines and this header uses.
#define Bool int
#define Status int
#include <X11/extensions/shape.h>
#undef Bool
#undef Status

namespace interlock::test {
namespace {

class X11Screen : public X11Test {
 protected:
  X11Screen() : X11Test(false) {}

  Known<platform::Capture> take(std::optional<Rect> area = {}, bool cursor = false) {
    return run(ports.screen->capture(area, cursor, in(call_time)));
  }
  static ::Window coloured(Client& client, Rect rect, unsigned long colour) {
    const ::Window window = client.window(rect, {.override_redirect = true});
    XSetWindowBackground(client.display(), window, colour);
    XClearWindow(client.display(), window);
    client.sync();
    return window;
  }
  static std::uint32_t at(const platform::Capture& taken, int x, int y) {
    return taken.image.pixels.at(static_cast<std::size_t>((y - taken.area.y) * taken.image.width + x - taken.area.x)) &
           0xFFFFFF;
  }
  static const platform::Surface& surface(const platform::Capture& taken, ::Window window) {
    for (const auto& each : taken.surfaces) {
      if (each.id == window) return each;
    }
    throw std::runtime_error("not among the surfaces");
  }
};

TEST_F(X11Screen, is_what_the_windows_show_and_how_they_lie) {
  Client client(desktop.display());
  const ::Window below = coloured(client, {100, 100, 200, 100}, 0x112233);
  const ::Window above = coloured(client, {250, 150, 100, 100}, 0xAABBCC);
  const auto taken = take();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->area, (Rect{0, 0, 1280, 900}));
  EXPECT_EQ(at(*taken, 100, 100), 0x112233u);
  EXPECT_EQ(at(*taken, 249, 199), 0x112233u);
  EXPECT_EQ(at(*taken, 250, 150), 0xAABBCCu);
  EXPECT_NE(at(*taken, 99, 100), 0x112233u);
  ASSERT_EQ(taken->surfaces.size(), 2u);
  EXPECT_EQ(taken->surfaces[0].id, below);
  EXPECT_EQ(taken->surfaces[1].id, above);
  EXPECT_EQ(taken->surfaces[1].rect, (Rect{250, 150, 100, 100}));
  EXPECT_EQ(taken->surfaces[1].covers, (std::vector<Rect>{{250, 150, 100, 100}}));
}

TEST_F(X11Screen, a_part_of_it_is_cut_at_the_screens_edge) {
  Client client(desktop.display());
  coloured(client, {1200, 800, 80, 100}, 0x445566);
  const auto taken = take(Rect{1270, 880, 500, 500});
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->area, (Rect{1270, 880, 10, 20}));
  EXPECT_EQ(taken->image.pixels.size(), 200u);
  EXPECT_EQ(at(*taken, 1279, 899), 0x445566u);
  EXPECT_TRUE(take(Rect{2000, 0, 10, 10}).is_none());
}

TEST_F(X11Screen, a_shaped_window_covers_its_shape_alone) {
  Client client(desktop.display());
  const ::Window window = coloured(client, {100, 100, 100, 100}, 0x112233);
  XRectangle parts[] = {{0, 0, 100, 10}, {20, 50, 30, 40}};
  XShapeCombineRectangles(client.display(), window, ShapeBounding, 0, 0, parts, 2, ShapeSet, Unsorted);
  client.sync();
  const auto taken = take();
  EXPECT_EQ(surface(*taken, window).covers, (std::vector<Rect>{{100, 100, 100, 10}, {120, 150, 30, 40}}));
  XShapeCombineRectangles(client.display(), window, ShapeBounding, 0, 0, parts, 0, ShapeSet, Unsorted);
  client.sync();
  EXPECT_TRUE(surface(*take(), window).covers.empty());
}

TEST_F(X11Screen, windows_covers_are_not_believed_under_a_compositor) {
  Client client(desktop.display());
  const ::Window window = coloured(client, {100, 100, 100, 100}, 0x112233);
  XSetSelectionOwner(client.display(), XInternAtom(client.display(), "_NET_WM_CM_S0", False), window, CurrentTime);
  client.sync();
  EXPECT_FALSE(surface(*take(), window).covers.empty()) << "no alpha, no opacity: it covers";
  const unsigned long half = 0x80000000;
  XChangeProperty(client.display(), window, XInternAtom(client.display(), "_NET_WM_WINDOW_OPACITY", False), XA_CARDINAL,
                  32, PropModeReplace, reinterpret_cast<const unsigned char*>(&half), 1);
  client.sync();
  EXPECT_TRUE(surface(*take(), window).covers.empty());
}

TEST_F(X11Screen, the_cursor_comes_with_it_where_it_is_wanted) {
  Client client(desktop.display());
  XWarpPointer(client.display(), 0, client.root(), 0, 0, 0, 0, 300, 200);
  client.sync();
  const auto taken = take({}, true);
  ASSERT_TRUE(taken->cursor);
  const auto& cursor = *taken->cursor;
  EXPECT_TRUE((Rect{cursor.at.x, cursor.at.y, cursor.image.width, cursor.image.height}.contains({300, 200})));
  EXPECT_FALSE(take().get()->cursor);
}

TEST_F(X11Screen, is_the_same_without_shared_memory) {
  Client client(desktop.display());
  coloured(client, {10, 10, 60, 40}, 0x778899);
  auto connection = platform::x11::Connection::open(desktop.display());
  ASSERT_TRUE(connection);
  const Rect area{5, 5, 101, 77};
  const auto shared = platform::x11::grab_image(**connection, area);
  const auto plain = platform::x11::grab_image(**connection, area, false);
  ASSERT_TRUE(shared && plain);
  EXPECT_EQ(shared->pixels, plain->pixels);
  EXPECT_EQ(shared->pixels[5 * 101 + 5] & 0xFFFFFF, 0x778899u);
  // A request that the server refuses does not end the process.
  EXPECT_FALSE(platform::x11::grab_image(**connection, {2000, 2000, 10, 10}));
  EXPECT_TRUE(take());
}

TEST_F(X11Screen, a_client_that_holds_the_server_costs_the_deadline) {
  Client client(desktop.display());
  XGrabServer(client.display());
  client.sync();
  const auto taken = run(ports.screen->capture({}, false, in(200ms)));
  EXPECT_TRUE(taken.is_unknown());
  XUngrabServer(client.display());
  client.sync();
  EXPECT_TRUE(take());
}

}  // namespace
}  // namespace interlock::test
