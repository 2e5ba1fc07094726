// Characters of a text: bytes to code points and back, and where in a file they stand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "scree/base/error.h"

namespace scree::scene {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< 0: the text does not start with a character in UTF-8
};

/// The first character of a text that is not empty. Overlong forms and surrogates are none.
Character first_character(std::string_view text);
void append_character(std::string& text, std::uint32_t code);

/// Throws SceneError at the first byte that is not UTF-8.
void require_utf8(std::string_view text, const std::shared_ptr<const std::string>& file);

/// Every byte that is not part of a character in UTF-8 becomes U+FFFD, the replacement character.
std::string replace_what_is_not_utf8(std::string_view text);

/// Walks through text that is UTF-8 and counts lines and characters from 1.
class Cursor {
 public:
  Cursor(std::string_view text, const std::shared_ptr<const std::string>& file) : text_(text), file_(file) {}

  bool at_end() const { return offset_ >= text_.size(); }
  bool sees(std::string_view expected) const { return text_.substr(offset_, expected.size()) == expected; }
  unsigned char byte() const { return static_cast<unsigned char>(text_[offset_]); }
  std::string_view rest() const { return text_.substr(offset_); }
  Place place() const { return {file_, line_, column_}; }

  /// Over one byte; the bytes that continue a character do not count.
  void step() {
    if (byte() == '\n') {
      ++line_;
      column_ = 1;
    } else if ((byte() & 0xC0u) != 0x80u) {
      ++column_;
    }
    ++offset_;
  }
  void step(std::size_t bytes) {
    for (std::size_t k = 0; k < bytes && !at_end(); ++k) step();
  }

 private:
  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  std::size_t offset_ = 0;
  int line_ = 1, column_ = 1;
};

}  // namespace scree::scene
