#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/base/units.h"

namespace scree {
namespace {

constexpr int kind_count = static_cast<int>(Kind::area_density) + 1;

struct Reading {
  std::string text;
  Kind kind;
  double value;
};

TEST(Units, reads_units_as_people_write_them) {
  constexpr double pi = std::numbers::pi;
  const std::vector<Reading> readings = {
      {"2.3 mm", Kind::length, 0.0023},
      {"2mm", Kind::length, 0.002},
      {" 2 mm ", Kind::length, 0.002},
      {"+2 cm", Kind::length, 0.02},
      {".5 m", Kind::length, 0.5},
      {"5. m", Kind::length, 5},
      {"1E3 m", Kind::length, 1000},
      {"-1e-3 km", Kind::length, -1},
      {"3 um", Kind::length, 3e-6},
      {"3 µm", Kind::length, 3e-6},
      {"3 μm", Kind::length, 3e-6},
      {"3\u00A0mm", Kind::length, 3e-3},
      {"2 in", Kind::length, 0.0508},
      {"4 cm2", Kind::area, 4e-4},
      {"4 cm²", Kind::area, 4e-4},
      {"1.5 l", Kind::volume, 1.5e-3},
      {"1 dm3", Kind::volume, 1e-3},
      {"10 ms", Kind::time, 0.01},
      {"10 us", Kind::time, 1e-5},
      {"2 min", Kind::time, 120},
      {"1.5 h", Kind::time, 5400},
      {"20 g", Kind::mass, 0.02},
      {"3 t", Kind::mass, 3000},
      {"36 km/h", Kind::velocity, 10},
      {"-9.81 m/s2", Kind::acceleration, -9.81},
      {"-9.81 m/s^2", Kind::acceleration, -9.81},
      {"-9.81 m s-2", Kind::acceleration, -9.81},
      {"-9.81 m.s-2", Kind::acceleration, -9.81},
      {"-9.81 m*s**-2", Kind::acceleration, -9.81},
      {"-9.81 m/s²", Kind::acceleration, -9.81},
      {"-9.81 m·s⁻²", Kind::acceleration, -9.81},
      {"−9.81 m/s/s", Kind::acceleration, -9.81},
      {"180 deg", Kind::angle, pi},
      {"180°", Kind::angle, pi},
      {"2 rad", Kind::angle, 2},
      {"2 rad/s", Kind::angular_velocity, 2},
      {"90 deg/s", Kind::angular_velocity, pi / 2},
      {"60 rpm", Kind::angular_velocity, 2 * pi},
      {"2500 kg/m3", Kind::density, 2500},
      {"2500 kg m-3", Kind::density, 2500},
      {"2.5 g/cm3", Kind::density, 2500},
      {"10 MPa", Kind::pressure, 1e7},
      {"70 GPa", Kind::pressure, 7e10},
      {"2 N/mm2", Kind::pressure, 2e6},
      {"5 kN", Kind::force, 5000},
      {"2 N m", Kind::torque, 2},
      {"3 mJ", Kind::energy, 3e-3},
      {"20 kN/m", Kind::stiffness, 20000},
      {"0.1 kg/s", Kind::damping, 0.1},
      {"0.1 N s/m", Kind::damping, 0.1},
      {"30 Hz", Kind::rate, 30},
      {"30 1/s", Kind::rate, 30},
      {"30/s", Kind::rate, 30},
      {"30 s-1", Kind::rate, 30},
      {"2e4 1/(m s)", Kind::rate_per_length, 2e4},
      {"2e4 1 / ( m . s )", Kind::rate_per_length, 2e4},
      {"2e4 (m s)^-1", Kind::rate_per_length, 2e4},
      {"3 (kg m/s2)", Kind::force, 3},
      {"3 kg·m/s²", Kind::force, 3},
      {"3 millimetres", Kind::length, 3e-3},
      {"6 1/min", Kind::rate, 0.1},
      {"40 %", Kind::number, 0.4},
      {"0.4", Kind::number, 0.4},
  };
  for (const Reading& reading : readings) {
    const Quantity got = parse_quantity(reading.text, reading.kind);
    EXPECT_EQ(got.fault, "") << reading.text;
    EXPECT_DOUBLE_EQ(got.value, reading.value) << reading.text;
  }
}

TEST(Units, decimal_units_give_the_bits_of_the_plain_number) {
  EXPECT_EQ(parse_quantity("2.3 mm", Kind::length).value, 0.0023);
  EXPECT_EQ(parse_quantity("0.7 um", Kind::length).value, 0.7e-6);
  EXPECT_EQ(parse_quantity("1.1 l", Kind::volume).value, 0.0011);
  EXPECT_EQ(parse_quantity("2.65 g/cm3", Kind::density).value, 2650.0);
  EXPECT_EQ(parse_quantity("33 %", Kind::number).value, 0.33);
  EXPECT_EQ(parse_quantity("0.1 MPa", Kind::pressure).value, 1e5);
  EXPECT_EQ(parse_quantity("2 in", Kind::length).value, 2 * 0.0254);
  EXPECT_EQ(parse_quantity("36 km/h", Kind::velocity).value, 10.0);
  EXPECT_EQ(parse_quantity("7 mm50/m49", Kind::length).value, 7e-150);
}

TEST(Units, takes_a_bare_number_as_si_for_every_kind) {
  for (int k = 0; k < kind_count; ++k)
    EXPECT_EQ(parse_quantity("-1.5e-3", static_cast<Kind>(k)).value, -1.5e-3);
}

TEST(Units, every_kind_reads_its_own_unit_and_example) {
  for (int k = 0; k < kind_count; ++k) {
    const KindFacts& kind = facts(static_cast<Kind>(k));
    EXPECT_EQ(kind.kind, static_cast<Kind>(k));
    const Quantity one = parse_quantity("1 " + std::string(kind.unit), kind.kind);
    EXPECT_EQ(one.fault, "");
    EXPECT_EQ(one.value, 1.0) << kind.name;
    EXPECT_EQ(parse_quantity(kind.example, kind.kind).fault, "");
  }
}

TEST(Units, refuses_the_units_of_every_other_kind) {
  for (int k = 1; k < kind_count; ++k)
    for (int other = 0; other < kind_count; ++other) {
      const auto given = static_cast<Kind>(k), wanted = static_cast<Kind>(other);
      const auto are = [&](Kind a, Kind b) {
        return (given == a && wanted == b) || (given == b && wanted == a);
      };
      const bool same =
          given == wanted || are(Kind::torque, Kind::energy) || are(Kind::damping, Kind::mass_rate);
      const Quantity got = parse_quantity("1 " + std::string(facts(given).unit), wanted);
      EXPECT_EQ(got.fault.empty(), same) << facts(given).name << " for " << facts(wanted).name;
    }
}

struct Refusal {
  std::string text;
  Kind kind;
  std::string fault;
};

TEST(Units, says_what_is_wrong) {
  const std::vector<Refusal> refusals = {
      {"10 MPa", Kind::length, "expected a length, got '10 MPa'"},
      {"30 deg", Kind::number, "expected a number, got '30 deg'"},
      {"3", Kind::angle, ""},
      {"50 %", Kind::angle, "expected an angle, got '50 %'"},
      {"0.1 s", Kind::rate, "expected a rate, got '0.1 s'"},
      {"10 Hz", Kind::time, "expected a time, got '10 Hz'"},
      {"1 1/s", Kind::angular_velocity, "expected an angular velocity, got '1 1/s'"},
      {"1 rad/s", Kind::rate, "expected a rate, got '1 rad/s'"},
      {"3 parsnips", Kind::length, "expected a length, got '3 parsnips': unknown unit 'parsnips'"},
      {"3 m 2", Kind::length, "expected a length, got '3 m 2': unknown unit 'm 2'"},
      {"3 2 m", Kind::length, "expected a length, got '3 2 m': unknown unit '2 m'"},
      {"3 m/2", Kind::length, "expected a length, got '3 m/2': unknown unit 'm/2'"},
      {"3 m^2.5", Kind::length, "expected a length, got '3 m^2.5': unknown unit 'm^2.5'"},
      {"3 m2s", Kind::length, "expected a length, got '3 m2s': unknown unit 'm2s'"},
      {"3 m(s)", Kind::length, "expected a length, got '3 m(s)': unknown unit 'm(s)'"},
      {"3 (m", Kind::length, "expected a length, got '3 (m': unknown unit '(m'"},
      {"3 m)", Kind::length, "expected a length, got '3 m)': unknown unit 'm)'"},
      {"3 ()", Kind::length, "expected a length, got '3 ()': unknown unit '()'"},
      {"3 m/", Kind::length, "expected a length, got '3 m/': unknown unit 'm/'"},
      {"3 m//s", Kind::length, "expected a length, got '3 m//s': unknown unit 'm//s'"},
      {"3 m^", Kind::length, "expected a length, got '3 m^': unknown unit 'm^'"},
      {"3 m100", Kind::length, "expected a length, got '3 m100': unknown unit 'm100'"},
      {"3 ((m99)99)99", Kind::length, "expected a length, got '3 ((m99)99)99': unknown unit '((m99)99)99'"},
      {"3 1 m", Kind::length, "expected a length, got '3 1 m': unknown unit '1 m'"},
      {"3 1", Kind::number, "expected a number, got '3 1': unknown unit '1'"},
      {"3 2/s", Kind::rate, "expected a rate, got '3 2/s': unknown unit '2/s'"},
      {"3 m-", Kind::length, "expected a length, got '3 m-': unknown unit 'm-'"},
      {"3 m @ 5", Kind::length, "expected a length, got '3 m @ 5': unknown unit 'm @ 5'"},
      {"3 s since 2000-01-01", Kind::time,
       "expected a time, got '3 s since 2000-01-01': unknown unit 's since 2000-01-01'"},
      {"20 degC", Kind::angle, "expected an angle, got '20 degC': unknown unit 'degC'"},
      {"20 °C", Kind::angle, "expected an angle, got '20 °C': unknown unit 'degC'"},
      {"3 lg(re mW)", Kind::number, "expected a number, got '3 lg(re mW)': unknown unit 'lg(re mW)'"},
      {"1,5 mm", Kind::length, "expected a length, got '1,5 mm': write decimals with a point"},
      {"1_000 m", Kind::length, "expected a length, got '1_000 m': unknown unit '_000 m'"},
      {"", Kind::length, "expected a length, got ''"},
      {"mm", Kind::length, "expected a length, got 'mm'"},
      {"nan", Kind::length, "expected a length, got 'nan'"},
      {"inf", Kind::length, "expected a length, got 'inf'"},
      {"-inf m", Kind::length, "expected a length, got '-inf m'"},
      {"- 3 m", Kind::length, "expected a length, got '- 3 m'"},
      {"e5", Kind::length, "expected a length, got 'e5'"},
      {"0x10 m", Kind::length, "expected a length, got '0x10 m': unknown unit 'x10 m'"},
      {"1e400 m", Kind::length, "expected a length, got '1e400 m': the number is out of range"},
      {"1e308 km", Kind::length, "expected a length, got '1e308 km': the number is out of range"},
      {"1e308 mi", Kind::length, "expected a length, got '1e308 mi': the number is out of range"},
      {"1e-400 m", Kind::length, "expected a length, got '1e-400 m': the number is out of range"},
      {"1e-99999999999999999999999 m", Kind::length,
       "expected a length, got '1e-99999999999999999999999 m': the number is out of range"},
      {"3 A", Kind::number, "expected a number, got '3 A'"},
      {"3 \n", Kind::length, "expected a length, got '3 ?': unknown unit '?'"},
  };
  for (const Refusal& refusal : refusals)
    EXPECT_EQ(parse_quantity(refusal.text, refusal.kind).fault, refusal.fault) << refusal.text;
}

TEST(Units, zero_is_zero_whatever_its_exponent) {
  EXPECT_EQ(parse_quantity("0e999999 m", Kind::length).value, 0);
  EXPECT_EQ(parse_quantity("0.000e-999999 m", Kind::length).fault, "");
}

TEST(Units, survives_text_that_is_no_unit_at_all) {
  const std::string long_unit = "1 " + std::string(1'000'000, '(');
  EXPECT_NE(parse_quantity(long_unit, Kind::length).fault, "");
  EXPECT_NE(parse_quantity("1 " + std::string(99, '('), Kind::length).fault, "");
  EXPECT_NE(parse_quantity(std::string("1 \0m", 4), Kind::length).fault, "");
  EXPECT_NE(parse_quantity("1 m\xFF", Kind::length).fault, "");
  EXPECT_LT(parse_quantity(long_unit, Kind::length).fault.size(), 300u);
}

RC_GTEST_PROP(Units, a_quantity_survives_being_written_and_read, ()) {
  static const std::vector<std::pair<std::string, int>> lengths = {
      {"km", 3}, {"m", 0}, {"dm", -1}, {"cm", -2}, {"mm", -3}, {"um", -6}, {"nm", -9}};
  const auto [unit, power] = *rc::gen::elementOf(lengths);
  const auto digits = *rc::gen::inRange<std::int64_t>(-1'000'000'000, 1'000'000'000);
  const int exponent = *rc::gen::inRange(-30, 30);
  const double expected = std::stod(fmt::format("{}e{}", digits, exponent + power));
  const std::string space = *rc::gen::element<std::string>("", " ", "  ");
  const Quantity got = parse_quantity(fmt::format("{}e{}{}{}", digits, exponent, space, unit), Kind::length);
  RC_ASSERT(got.fault == "");
  RC_ASSERT(got.value == expected);
}

RC_GTEST_PROP(Units, any_double_survives_being_written_and_read, ()) {
  const double value = *rc::gen::arbitrary<double>();
  RC_PRE(std::isfinite(value) && (value == 0 || std::abs(value) > std::numeric_limits<double>::min()));
  RC_ASSERT(parse_quantity(fmt::format("{}", value), Kind::time).value == value);
  RC_ASSERT(parse_quantity(fmt::format("{} s", value), Kind::time).value == value);
}

RC_GTEST_PROP(Units, no_text_is_understood_by_accident, (const std::string& text)) {
  const Quantity got = parse_quantity("1 " + text + "@", Kind::length);
  RC_ASSERT(!got.fault.empty());
}

TEST(Units, threads_may_read_at_once) {
  std::vector<std::thread> threads;
  std::vector<double> sums(4, 0.0);
  for (std::size_t t = 0; t < sums.size(); ++t)
    threads.emplace_back([&sums, t] {
      for (int power = 1; power <= 50; ++power)
        sums[t] += parse_quantity(fmt::format("1 mm{}/m{}", power + 1, power), Kind::length).value;
    });
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) EXPECT_EQ(sum, sums.front());
  EXPECT_GT(sums.front(), 0);
}

TEST(UnitsDeathTest, a_missing_database_is_named) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        setenv("UDUNITS2_XML_PATH", "/nowhere/udunits2.xml", 1);
        if (parse_quantity("2.5", Kind::length).value != 2.5) std::exit(1);
        try {
          parse_quantity("2.5 mm", Kind::length);
        } catch (const SceneError& error) {
          std::fputs(error.what(), stderr);
          std::exit(42);
        }
        std::exit(1);
      },
      testing::ExitedWithCode(42),
      "units cannot be read: the database of UDUNITS at '/nowhere/udunits2.xml' is missing");
}

// Issue 21, section 1, point 13.
TEST(Units, refuses_a_ton_and_says_what_to_write) {
  for (const char* text : {"1 ton/m3", "1 tons/m3", "1 kiloton/m3"}) {
    const std::string fault = parse_quantity(text, Kind::density).fault;
    EXPECT_NE(fault.find("write t (or tonne), short_ton or long_ton"), std::string::npos) << fault;
  }
  for (const char* text : {"1 t/m3", "1 tonne/m3", "1 metric_ton/m3"})
    EXPECT_EQ(parse_quantity(text, Kind::density).value, 1000);
  EXPECT_NEAR(parse_quantity("1 short_ton", Kind::mass).value, 907.18474, 1e-5);
  EXPECT_EQ(parse_quantity("1 newton", Kind::force).value, 1);
}

TEST(Text, quotes_fit_on_one_line) {
  EXPECT_EQ(in_quotes("a\tb\n"), "'a?b?'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
  EXPECT_EQ(in_quotes(std::string(59, 'x') + "µ"), "'" + std::string(59, 'x') + "...'");
  EXPECT_EQ(in_quotes("µm"), "'µm'");
}

// Issue 21, section 2, point 5.
TEST(Text, for_a_terminal_holds_nothing_that_it_would_obey) {
  EXPECT_EQ(printable("two lines\n\tµm, 5 °C ✓"), "two lines\n\tµm, 5 °C ✓");
  EXPECT_EQ(printable("\x1b[2J\r\x07\x7f"), "\\x1b[2J\\x0d\\x07\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J \x9b"
                      "2J \xff \xe2\x82"),
            "\\xc2\\x9b2J \\x9b2J \\xff \\xe2\\x82");
}

}  // namespace
}  // namespace scree
