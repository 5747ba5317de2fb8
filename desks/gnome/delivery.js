// The hook: calls back for each input event in the turn in which mutter delivers it.
//
// mutter resets the idle time of the session for each event, in meta_display_handle_event (src/core/events.c): after it
// has picked the actor under the pointer again, and before key bindings and Wayland clients get the event. It calls the
// watches for "the user is active" at once. A stage grab that is taken here makes mutter not deliver the event.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';

export class Delivery {
  // `judge` gets a Clutter.Event; `failed` gets what `judge` threw.
  constructor(judge, failed) {
    this._judge = judge;
    this._failed = failed;
    this.count = 0; // events seen
    this._monitor = global.backend.get_core_idle_monitor();
    this._arm();
  }

  // A watch fires once.
  _arm() {
    this._watch = this._monitor.add_user_active_watch(() => {
      this._arm();
      const event = Clutter.get_current_event();
      if (!event) return;
      this.count++;
      try {
        this._judge(event);
      } catch (error) {
        this._failed(error);
      }
    });
  }

  close() {
    this._monitor.remove_watch(this._watch);
  }
}
