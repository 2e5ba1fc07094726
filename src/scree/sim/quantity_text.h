// Numbers as people read them: three digits and a prefix. For messages and tables, never for data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scree::sim {

/// 1.26e-5 and "m" give "12.6 um". Units that take no prefix ("kg", "%") are given to `number_text`.
std::string quantity_text(double value, std::string_view unit);

/// Four significant digits, without trailing zeros: "0.0123", "1.2e-07".
std::string number_text(double value);

/// Three significant digits, never more than the value: for limits that people are told to keep.
std::string limit_text(double value);

/// 1234567 gives "1 234 567".
std::string count_text(std::uint64_t count);
/// 1 and "body" give "1 body", 2000 give "2 000 bodies".
std::string count_text(std::uint64_t count, std::string_view noun);

/// 1.26e6 and "steps/s" give "1.26 M steps/s": for units that cannot carry a prefix themselves.
std::string amount_text(double value, std::string_view unit);

/// 0.123 gives "12.3 %".
std::string percent_text(double fraction);

/// 41 gives "0:41", 3723 gives "1:02:03"; "?" for what is not known.
std::string clock_text(double seconds);

/// 0.2 gives "0.2 s", 80 gives "1 min 20 s", 7300 gives "2 h 1 min".
std::string duration_text(double seconds);

/// 3200 gives "3.2 kB".
std::string bytes_text(double bytes);

}  // namespace scree::sim
