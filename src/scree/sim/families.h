// Every family of members that a scene or the command line may choose from, as tables of words for people:
// takes the catalogues of the rooms, gives `scree list`, later the laboratory's menus and Python's
// docstrings, and the docs.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scree::sim {

/// One more thing to say about a member: "source" and "Cundall & Strack 1979".
struct Detail {
  std::string name;
  std::variant<std::string, std::vector<std::string>, bool, double> value;
  bool for_programs = false;  ///< too much for a table that people read
};

struct Member {
  std::string name, summary;
  std::vector<Detail> details;
};

struct Family {
  std::string name;     ///< "search"
  std::string summary;  ///< what it is a family of, and where a member is chosen
  std::vector<Member> members;
};

/// In the order in which a newcomer meets them. The scenes of the gallery are not among them: they are files.
std::vector<Family> families();

}  // namespace scree::sim
