#include "gate/screen/document_editor.h"

#include <algorithm>
#include <array>
#include <string>

#include "values/ascii.h"

namespace interlock::gate {
namespace {

// Chosen by hand from Debian's packages: editors of drawings, images, sound, film, office documents, scores and plans.
constexpr auto editors = std::to_array<std::string_view>({
    "abiword",
    "ardour",
    "audacity",
    "birdfont",
    "blender",
    "calligrasheets",
    "calligrastage",
    "calligrawords",
    "darktable",
    "dia",
    "drawing",
    "eeschema",
    "flowblade",
    "fontforge",
    "freecad",
    "gimp",
    "gnumeric",
    "hydrogen",
    "inkscape",
    "karbon",
    "kdenlive",
    "kicad",
    "kolourpaint",
    "krita",
    "libreoffice-calc",
    "libreoffice-draw",
    "libreoffice-impress",
    "libreoffice-math",
    "libreoffice-writer",
    "librecad",
    "lmms",
    "lyx",
    "mscore",
    "musescore",
    "mypaint",
    "olive-editor",
    "openscad",
    "openshot-qt",
    "org.inkscape.inkscape",
    "pcbnew",
    "pencil2d",
    "pinta",
    "pitivi",
    "qcad",
    "rawtherapee",
    "rosegarden",
    "scribus",
    "shotcut",
    "sozi",
    "synfigstudio",
    "tenacity",
    "tupitube",
    "xournalpp",
});

bool is_editor(std::string_view name) {
  const std::string low = lower(name);
  // "gimp-2.10", "scribus-ng": versions of the same program. LibreOffice's parts have names of their own.
  const std::string_view stem = std::string_view(low).substr(0, low.find_first_of("-."));
  return std::find(editors.begin(), editors.end(), low) != editors.end() ||
         (stem != "libreoffice" && std::find(editors.begin(), editors.end(), stem) != editors.end());
}

}  // namespace

bool edits_document(const Window& window) {
  return is_editor(window.wm_class) || is_editor(window.app);
}

}  // namespace interlock::gate
