#include "gate/screen/editor.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "gate/url/url.h"
#include "values/ascii.h"

namespace interlock::gate {
namespace {

// Chosen by hand from Debian's packages: editors of drawings, images, sound, film, office documents, scores, maps and
// plans.
constexpr auto document_editors = std::to_array<std::string_view>({
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
    "draw.io",
    "drawing",
    "drawio",
    "eeschema",
    "flowblade",
    "fontforge",
    "freecad",
    "gimp",
    "gnumeric",
    "hydrogen",
    "inkscape",
    "josm",
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
    "jabref",
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
    "qgis",
    "qgis3",
    "rawtherapee",
    "rosegarden",
    "scribus",
    "shotcut",
    "sozi",
    "synfigstudio",
    "tenacity",
    "tupitube",
    "wps",
    "wpp",
    "xournalpp",
});

// Chosen by hand from the development environments and editors of text that Debian and their makers package.
constexpr auto program_editors = std::to_array<std::string_view>({
    "android-studio",
    "anjuta",
    "arduino",
    "bluefish",
    "bluej",
    "code",
    "codeblocks",
    "codelite",
    "codium",
    "cursor",
    "dev.zed.zed",
    "eclipse",
    "eric",
    "featherpad",
    "focuswriter",
    "geany",
    "gedit",
    "ghostwriter",
    "gnome-builder",
    "gnome-text-editor",
    "gvim",
    "idle",
    "jedit",
    "jetbrains",
    "jupyterlab",
    "kate",
    "kdevelop",
    "kile",
    "kwrite",
    "l3afpad",
    "lazarus",
    "leafpad",
    "monodevelop",
    "mousepad",
    "netbeans",
    "notepadqq",
    "org.gnome.builder",
    "org.gnome.texteditor",
    "org.kde.kate",
    "org.kde.kdevelop",
    "pluma",
    "pycharm",
    "qtcreator",
    "rstudio",
    "scite",
    "spyder",
    "spyder3",
    "sublime_text",
    "texmaker",
    "texstudio",
    "thonny",
    "vscodium",
    "windsurf",
    "xed",
    "xedit",
    "zed",
    "zettlr",
});

// Chosen by hand: mail programs that Debian and their makers package. Their windows write letters.
constexpr auto mail_programs = std::to_array<std::string_view>({
    "balsa",
    "betterbird",
    "claws-mail",
    "evolution",
    "geary",
    "icedove",
    "kmail",
    "kmail2",
    "kontact",
    "mailspring",
    "org.gnome.geary",
    "seamonkey",
    "sylpheed",
    "thunderbird",
    "trojita",
    "tutanota-desktop",
    "org.gnome.evolution",
    "proton-mail",
});

// Chosen by hand from Debian's packages: players of music and films.
constexpr auto players = std::to_array<std::string_view>(
    {"amarok",  "amberol",    "audacious",     "celluloid", "clementine", "deadbeef", "dragonplayer",
     "elisa",   "exaile",     "gmusicbrowser", "haruna",    "kaffeine",   "lollypop", "mpv",
     "parole",  "pragha",     "qmmp",          "quodlibet", "rhythmbox",  "showtime", "smplayer",
     "spotify", "strawberry", "totem",         "vlc"});

// Chosen by hand from Debian's packages: calculators, clocks, stopwatches.
constexpr auto calculators = std::to_array<std::string_view>({"deepin-calculator",
                                                              "galculator",
                                                              "gnome-calculator",
                                                              "gnome-clocks",
                                                              "io.elementary.calculator",
                                                              "kalk",
                                                              "kalm",
                                                              "kcalc",
                                                              "kclock",
                                                              "kronometer",
                                                              "kteatime",
                                                              "ktimer",
                                                              "mate-calc",
                                                              "org.gnome.calculator",
                                                              "org.gnome.clocks",
                                                              "org.kde.kalk",
                                                              "org.kde.kcalc",
                                                              "org.kde.kclock",
                                                              "qalculate-gtk",
                                                              "qalculate-qt",
                                                              "speedcrunch",
                                                              "xcalc"});

// Chosen by hand: those of them that connect to databases, and SQLite's.
constexpr auto database_clients =
    std::to_array<std::string_view>({"beekeeper-studio", "datagrip", "dbeaver", "mysql-workbench-bin", "pgadmin3",
                                     "pgadmin4", "sqlitebrowser", "sqlitestudio", "tora"});

// Chosen by hand from what Debian and their makers package: clients that connect to servers.
constexpr auto server_clients = std::to_array<std::string_view>(
    {"beekeeper-studio",    "datagrip",        "dbeaver",     "discord",   "filezilla", "gftp",         "krdc",
     "mysql-workbench-bin", "mongodb compass", "pgadmin3",    "pgadmin4",  "putty",     "redisinsight", "remmina",
     "org.remmina.remmina", "vinagre",         "virt-viewer", "vncviewer", "winscp",    "xfreerdp"});

/// A host (or the end of it, from a dot), what the path begins with, and what stands in it further on where one
/// document is open.
struct Place {
  std::string_view host;
  std::string_view path;
  std::string_view document;
};

// Chosen by hand: editors of office documents and drawings whose addresses differ from those of their lists of files,
// in which "Remove" takes a file away.
constexpr auto edited_pages = std::to_array<Place>({
    {"docs.google.com", "/document/", "/d/"},
    {"docs.google.com", "/spreadsheets/", "/d/"},
    {"docs.google.com", "/presentation/", "/d/"},
    {"docs.google.com", "/drawings/", "/d/"},
    {"docs.google.com", "/forms/", "/edit"},
    {".sharepoint.com", "/:x:/", ""},
    {".sharepoint.com", "/:w:/", ""},
    {".sharepoint.com", "/:p:/", ""},
    {"www.figma.com", "/design/", ""},
    {"www.figma.com", "/file/", ""},
    {"www.figma.com", "/board/", ""},
    {"www.canva.com", "/design/", ""},
    {"miro.com", "/app/board/", ""},
    {"excalidraw.com", "/", ""},
    {"app.diagrams.net", "/", ""},
    {"lucid.app", "/lucidchart/", ""},
    {"www.photopea.com", "/", ""},
    {"www.overleaf.com", "/project/", ""},
});

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  const std::string low = lower(name);
  // "gimp-2.10", "jetbrains-idea", "Code - Insiders": kinds of the same program. LibreOffice's parts have names of
  // their own.
  const std::string_view stem = std::string_view(low).substr(0, low.find_first_of("-. "));
  return std::find(names.begin(), names.end(), low) != names.end() ||
         (stem != "libreoffice" && std::find(names.begin(), names.end(), stem) != names.end());
}

}  // namespace

bool edits_document(const Window& window) {
  return is_one_of(document_editors, window.wm_class) || is_one_of(document_editors, window.app);
}

bool edits_document(const Document& page) {
  const auto address = url::parse_url(page.url);
  if (!address || address->scheme != "https" || !address->host) return false;
  const std::string& host = address->host->text;
  return std::any_of(edited_pages.begin(), edited_pages.end(), [&](const Place& place) {
    const bool at = place.host.front() == '.' ? host.ends_with(place.host) : host == place.host;
    return at && address->path.starts_with(place.path) &&
           address->path.find(place.document, place.path.size() - 1) != std::string::npos;
  });
}

bool edits_post(const Document& page) {
  const auto address = url::parse_url(page.url);
  if (!address || address->scheme != "https") return false;
  if (address->path.ends_with("/wp-admin/site-editor.php")) return true;
  if (!address->path.ends_with("/wp-admin/post.php") && !address->path.ends_with("/wp-admin/post-new.php"))
    return false;
  // A shop's orders are edited at the same address.
  constexpr auto titles = std::to_array<std::string_view>(
      {"edit post", "edit page", "add new post", "add new page", "add post", "add page"});
  const std::string title = lower(page.title);
  return std::any_of(titles.begin(), titles.end(), [&](auto begin) { return title.starts_with(begin); });
}

bool edits_notebook(const Document& page) {
  const auto address = url::parse_url(page.url);
  if (!address) return false;
  const bool colab = address->scheme == "https" && address->host && address->host->text == "colab.research.google.com";
  return address->path.ends_with(".ipynb") || (colab && address->path.starts_with("/drive/"));
}

bool edits_letters(const Window& window) {
  return is_one_of(mail_programs, window.wm_class) || is_one_of(mail_programs, window.app);
}

bool plays_media(const Window& window) {
  return is_one_of(players, window.wm_class) || is_one_of(players, window.app);
}

bool keeps_nothing(const Window& window) {
  return is_one_of(calculators, window.wm_class) || is_one_of(calculators, window.app);
}

bool connects_to_servers(const Window& window) {
  return is_one_of(server_clients, window.wm_class) || is_one_of(server_clients, window.app);
}

bool queries_databases(const Window& window) {
  return is_one_of(database_clients, window.wm_class) || is_one_of(database_clients, window.app);
}

bool edits_programs(const Window& window) {
  return is_one_of(program_editors, window.wm_class) || is_one_of(program_editors, window.app);
}

}  // namespace interlock::gate
