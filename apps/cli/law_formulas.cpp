#include "law_formulas.h"

namespace scree::cli {
namespace {

constexpr std::string_view symbols =
    "d: overlap [m]; v: speed of approach [m/s]; s: tangential spring [m]; u: tangential slip [m/s]; m: "
    "reduced mass [kg]; "
    "R: reduced radius [m]";
constexpr std::string_view friction_of_elastic_part =
    "tangential: |Ft| is cut off at friction x the elastic part of Fn [N]";
constexpr std::string_view friction_of_whole = "tangential: |Ft| is cut off at friction x Fn [N]";
constexpr std::string_view dashpot =
    "c: from the restitution e, c = -2 ln e / sqrt(pi^2 + ln^2 e) sqrt(k m) [kg/s]";
constexpr std::string_view area_symbols =
    "A: area of the overlap [m2]; v: speed of approach [m/s]; s: length of the contact line [m]; l: width of "
    "the smaller body [m]; "
    "k: stiffness [N/m]";

struct Formulas {
  std::string_view law;
  std::vector<std::string_view> lines;
};

const std::vector<Formulas>& table() {
  static const std::vector<Formulas> all{
      {"hooke",
       {"normal: Fn = k d + c v [N]", dashpot, "tangential: Ft = -kt s - ct u [N]", friction_of_elastic_part,
        symbols}},
      {"hertz_mindlin",
       {"normal: Fn = 4/3 E* sqrt(R) d^(3/2) + c v [N], 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa]",
        "c: from the restitution e, c = -2 sqrt(5/6) ln e / sqrt(pi^2 + ln^2 e) sqrt(m kn) [kg/s], kn = 2 E* "
        "sqrt(R d) [N/m]",
        "tangential: dFt = -8 G* sqrt(R d) ds [N], 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2 [Pa]",
        friction_of_elastic_part, symbols}},
      {"hooke_history",
       {"normal: Fn = kn d + m gamma_n v [N]", "tangential: Ft = -kt s - m gamma_t u [N]", friction_of_whole,
        symbols}},
      {"hertz_history",
       {"normal: Fn = sqrt(R d) (kn d + m gamma_n v) [N]",
        "tangential: Ft = -sqrt(R d) (kt s + m gamma_t u) [N]", friction_of_whole, symbols}},
      {"overlap_depth",
       {"normal: Fn = k A / s + c v [N], at the centroid of the overlap", friction_of_elastic_part,
        area_symbols}},
      {"overlap_energy",
       {"normal: Fn = s dU/dA + c v [N], U = k A^2 / (2 l^2) [J], through the middle of the contact line",
        friction_of_elastic_part, area_symbols}},
      {"overlap_area",
       {"normal: Fn = k A / l + c v [N], at the centroid of the overlap", friction_of_elastic_part,
        area_symbols}}};
  return all;
}

}  // namespace

std::vector<std::string> law_formulas(std::string_view law) {
  for (const Formulas& one : table())
    if (one.law == law) return {one.lines.begin(), one.lines.end()};
  return {};
}

}  // namespace scree::cli
