/// interlock's extension in the user's GNOME Shell: its files and whether it is enabled.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

struct GnomeExtension {
  std::string folder;      ///< where it is or would be
  bool installed = false;  ///< its files are there
  bool current = false;    ///< and are those of this interlock
  bool enabled = false;    ///< in the user's settings; GNOME Shell loads it when the session starts
};

tl::expected<GnomeExtension, Error> gnome_extension();

/// Copies the files, as a whole or not at all, and enables it.
tl::expected<GnomeExtension, Error> install_gnome_extension();

/// Disables it, which a running GNOME Shell does at once, and removes the files. Nothing to remove is no error.
tl::expected<GnomeExtension, Error> remove_gnome_extension();

}  // namespace interlock::cli
