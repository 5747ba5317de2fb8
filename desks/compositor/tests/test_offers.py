"""What clients are offered: nothing to inject with, to read the screen or others' clipboard with, for anybody but the viewer."""
import os
import tempfile
import unittest

from desk import Desk
from person import Person, viewer_command
from wayland_wire import Wayland

DANGEROUS = ("virtual", "screencopy", "image_copy", "image-copy", "data_control", "layer_shell", "foreign_toplevel",
             "input_method", "export_dmabuf", "gamma", "zwlr_output", "session_lock", "transient",
             "security_context", "keyboard_shortcuts_inhibit", "pointer_constraints")
NEEDED = ("wl_compositor", "wl_subcompositor", "wl_shm", "wl_seat", "wl_output", "wl_data_device_manager",
          "zwp_primary_selection_device_manager_v1", "xdg_wm_base", "zxdg_decoration_manager_v1", "wp_viewporter",
          "wp_fractional_scale_manager_v1", "wp_single_pixel_buffer_manager_v1", "wp_cursor_shape_manager_v1",
          "xdg_activation_v1", "wp_presentation", "zxdg_output_manager_v1")


class Offers(unittest.TestCase):
    def test_of_an_ordinary_client_and_of_the_viewer(self):
        path = tempfile.mkdtemp() + "/viewer"
        desk = Desk("--viewer", viewer_command(path))
        self.addCleanup(desk.end)
        viewer = Person(path)
        self.addCleanup(viewer.end)
        client = Wayland.to(os.path.join(desk.folder, desk.display))
        self.addCleanup(client.socket.close)
        offered = set(client.globals)
        self.assertEqual([name for name in offered if any(word in name for word in DANGEROUS)], [])
        self.assertEqual([name for name in NEEDED if name not in offered], [])
        self.assertEqual(set(viewer.globals) - offered, {
            "zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwp_virtual_keyboard_manager_v1"})

    def test_what_is_not_offered_cannot_be_bound_by_its_number(self):
        desk = Desk()
        self.addCleanup(desk.end)
        path = os.path.join(desk.folder, desk.display)
        for number in range(1, 40):
            client = Wayland.to(path)
            if number in [name for name, _ in client.globals.values()]:
                client.socket.close()
                continue
            client.globals["zwlr_virtual_pointer_manager_v1"] = (number, 1)
            client.bind("zwlr_virtual_pointer_manager_v1")
            with self.assertRaises((RuntimeError, EOFError, ConnectionError)):
                client.round_trip()
            client.socket.close()


if __name__ == "__main__":
    unittest.main()
