/// Reads text with tesseract, and lines of Chinese with PP-OCR if that is there.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sight/mixed_alphabets.h"
#include "sight/program/ppocr.h"
#include "sight/program/tessdata.h"
#include "sight/wire.h"

namespace tesseract {
class TessBaseAPI;
}

namespace interlock::sight {

class Engine {
 public:
  /// `languages` and `chinese` outlive it; without `chinese`, tesseract reads Chinese, too.
  explicit Engine(const Languages& languages, const PpOcr* chinese = nullptr);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Reply answer(const Request& request);

 private:
  struct Line {
    std::string text;
    int confidence = 0;
    std::vector<std::string> parts;                 ///< as Label's
    std::vector<std::vector<ReadWord>> words = {};  ///< of each line of the label, if tesseract read it
  };
  /// The wanted languages that are installed, in their order; English, or else any, if none is.
  std::vector<std::string> languages_for(const std::string& wanted) const;
  /// Null if the language's data is damaged.
  tesseract::TessBaseAPI* reader(const std::string& language);
  std::optional<Label> label(const Request& request);
  /// Whether the label, which was read so, and the rows around it, but for one, begin with capitals or digits. The
  /// rests of rows of a scrolled list do not, even if letters of one width line them up.
  bool begins_as_rows_do(const Request& request, const struct FoundLabel& found, std::string_view text);
  /// In the language that is the surest of it; if that is not sure, at two sizes.
  Line surest(const Picture& picture, const struct FoundLabel& found, const std::string& languages);
  Line surest_at(const Picture& picture, const struct FoundLabel& found, const std::string& languages, double height);
  Line read_line(const Picture& picture, const struct FoundLabel& found, const struct TextLine& line,
                 const std::string& language, double height);
  Line read_lines(const Picture& picture, const struct FoundLabel& found, const std::string& language, double height);
  /// The label with the words of `latin` that are Latin. Without a text if there are none.
  static Line with_latin_words(const Line& own, const Line& latin, bool apart);
  std::vector<Word> words(const Request& request);

  const Languages& installed_;
  const PpOcr* chinese_;
  std::map<std::string, std::unique_ptr<tesseract::TessBaseAPI>> readers_;
};

}  // namespace interlock::sight
