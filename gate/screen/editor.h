/// Programs and pages in which a person edits one document, and an Undo takes back what was done to it; and editors of
/// programs, which start and stop what is edited.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// Editors of drawings, images, sound, films, office documents, scores and plans, by the window's program or class.
/// Mail programs, databases and file managers are none.
bool edits_document(const Window& window);

/// The same in a web page, by its address: one document that is open in an office program or a drawing board.
bool edits_document(const Document& page);

/// The editor of one post or page of a blog, wherever it is kept. The post itself is published and thrown away there,
/// too.
bool edits_post(const Document& page);

/// A notebook, wherever it is kept. Files and programs are managed in the same page.
bool edits_notebook(const Document& page);

/// Whether the window is a mail program's, in which letters are written.
bool edits_letters(const Window& window);

/// Players of music and films, by the window's program or class.
bool plays_media(const Window& window);

/// Calculators, stopwatches and timers, by the window's program or class: what they show is made again at once.
bool keeps_nothing(const Window& window);

/// Clients of databases, file servers, remote desktops and shells, by the window's program or class. What they end is
/// their own connection.
bool connects_to_servers(const Window& window);

/// Clients of databases, in which statements are written and run.
bool queries_databases(const Window& window);

/// Editors of programs (development environments), by the window's program or class. What they stop and restart is a
/// program that they started.
bool edits_programs(const Window& window);

}  // namespace interlock::gate
