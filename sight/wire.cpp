#include "sight/wire.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "values/utf8.h"

namespace interlock::sight {

namespace {

constexpr std::string_view signature = "ILS2";
constexpr std::size_t longest_languages = 64;

class Writer {
 public:
  void number(std::uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(value >> shift & 0xFFU);
  }
  void small(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes_ += value;
  }
  void rect(const Rect& value) {
    for (const std::int32_t side : {value.x, value.y, value.width, value.height})
      number(static_cast<std::uint32_t>(side));
  }
  void raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }

  std::string frame() && {
    Writer whole;
    whole.bytes_ = signature;
    whole.number(static_cast<std::uint32_t>(bytes_.size()));
    return whole.bytes_ + bytes_;
  }

 private:
  std::string bytes_;
};

/// After a mistake every further value is 0 and `good` is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint32_t number() {
    std::uint32_t value = 0;
    const std::string_view bytes = take(4);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return value;
  }
  std::uint8_t small(std::uint8_t most) {
    const std::string_view byte = take(1);
    const auto value = byte.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(byte.front());
    good = good && value <= most;
    return good ? value : std::uint8_t{0};
  }
  std::int32_t side(std::int32_t least, std::int32_t most) {
    const auto value = static_cast<std::int32_t>(number());
    good = good && value >= least && value <= most;
    return good ? value : 0;
  }
  std::string text(std::size_t most) {
    const std::uint32_t size = number();
    good = good && size <= most;
    return std::string(good ? take(size) : std::string_view());
  }
  /// Not empty, and inside `around`.
  Rect rect(const Rect& around) {
    const Rect value{side(0, around.width), side(0, around.height), side(1, around.width), side(1, around.height)};
    good = good && value.x <= around.width - value.width && value.y <= around.height - value.height;
    return good ? value : Rect{};
  }
  std::string_view take(std::size_t size) {
    good = good && size <= rest_.size();
    if (!good) return {};
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  bool ends() const { return good && rest_.empty(); }

  bool good = true;

 private:
  std::string_view rest_;
};

/// One line of valid UTF-8.
bool is_line(std::string_view text) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  return !text.empty() && valid_utf8(text) == text && std::none_of(text.begin(), text.end(), control);
}

void write(Writer& writer, const Label& label) {
  writer.text(utf8_prefix(label.text, longest_text));
  writer.small(static_cast<std::uint8_t>(std::clamp(label.confidence, 0, 100)));
  writer.small(label.cut ? 1 : 0);
  writer.rect(label.place);
  writer.rect(label.control);
  const std::size_t count = std::min(label.parts.size(), most_parts);
  writer.small(static_cast<std::uint8_t>(count));
  for (std::size_t i = 0; i < count; ++i) writer.text(utf8_prefix(label.parts[i], longest_text));
}

Label read_label(Reader& reader, const Rect& picture) {
  Label label;
  label.text = reader.text(longest_text);
  label.confidence = reader.small(100);
  label.cut = reader.small(1) == 1;
  label.place = reader.rect(picture);
  label.control = reader.rect(picture);
  label.parts.resize(reader.small(most_parts));
  for (std::string& part : label.parts) {
    part = reader.text(longest_text);
    reader.good = reader.good && is_line(part);
  }
  reader.good = reader.good && is_line(label.text);
  return label;
}

}  // namespace

std::string encode(const Request& request) {
  Writer writer;
  writer.small(static_cast<std::uint8_t>(request.kind));
  writer.number(static_cast<std::uint32_t>(request.at.x));
  writer.number(static_cast<std::uint32_t>(request.at.y));
  writer.text(request.languages);
  writer.number(static_cast<std::uint32_t>(request.picture.width));
  writer.number(static_cast<std::uint32_t>(request.picture.height));
  writer.raw(request.picture.pixels.data(), request.picture.pixels.size() * sizeof(std::uint32_t));
  return std::move(writer).frame();
}

std::string encode(const Reply& reply) {
  Writer writer;
  writer.small(reply.label ? 1 : 0);
  if (reply.label) write(writer, *reply.label);
  const std::size_t count = std::min(reply.words.size(), most_words);
  writer.number(static_cast<std::uint32_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Word& word = reply.words[i];
    writer.text(utf8_prefix(word.text, longest_text));
    writer.small(static_cast<std::uint8_t>(std::clamp(word.confidence, 0, 100)));
    writer.number(word.line);
    writer.rect(word.place);
    writer.small(word.button ? 1 : 0);
  }
  return std::move(writer).frame();
}

std::optional<std::size_t> body_size(std::string_view header, std::size_t most) {
  if (header.size() != header_size || !header.starts_with(signature)) return std::nullopt;
  Reader reader(header.substr(signature.size()));
  const std::size_t size = reader.number();
  if (size > most) return std::nullopt;
  return size;
}

std::optional<Request> decode_request(std::string_view body) {
  constexpr std::int32_t longest_side = 32767;
  Reader reader(body);
  Request request;
  const std::uint8_t kind = reader.small(3);
  request.at = {static_cast<std::int32_t>(reader.number()), static_cast<std::int32_t>(reader.number())};
  request.languages = reader.text(longest_languages);
  Picture& picture = request.picture;
  picture.width = reader.side(1, longest_side);
  picture.height = reader.side(1, longest_side);
  const std::size_t pixels = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  if (!reader.good || kind == 0 || pixels > most_pixels || !picture.area().contains(request.at)) return std::nullopt;
  request.kind = static_cast<Request::Kind>(kind);
  const std::string_view bytes = reader.take(pixels * sizeof(std::uint32_t));
  if (!reader.ends()) return std::nullopt;
  picture.pixels.resize(pixels);
  std::memcpy(picture.pixels.data(), bytes.data(), bytes.size());
  return request;
}

std::optional<Reply> decode_reply(std::string_view body, Rect picture) {
  Reader reader(body);
  Reply reply;
  if (reader.small(1) == 1) reply.label = read_label(reader, picture);
  const std::uint32_t count = reader.number();
  if (!reader.good || count > most_words) return std::nullopt;
  std::uint32_t line = 0;
  for (std::uint32_t i = 0; i < count && reader.good; ++i) {
    Word word;
    word.text = reader.text(longest_text);
    word.confidence = reader.small(100);
    word.line = reader.number();
    word.place = reader.rect(picture);
    word.button = reader.small(1) == 1;
    if (!reader.good || !is_line(word.text) || word.line < line) return std::nullopt;
    line = word.line;
    reply.words.push_back(std::move(word));
  }
  if (!reader.ends()) return std::nullopt;
  return reply;
}

}  // namespace interlock::sight
