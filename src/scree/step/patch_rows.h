// Gives the contacts of a body with one patch of a mesh their rows: which go on, which have ended, which are
// new. What round bodies and polygons at meshes share.
#pragma once

#include <vector>

#include "scree/contact/mesh_match.h"
#include "scree/law/catalog.h"
#include "scree/step/contact_rows.h"

namespace scree::step {

/// The rows of a candidate at the last commit: from `begin` to before `end` of all its batch's.
struct EarlierRows {
  const ContactRows& rows;
  std::uint32_t begin, end;
};

/// Contacts that were looked for beyond touching, for a law that reaches there: which of them are some.
struct BondRule {
  const law::Choice* law = nullptr;  // null: none was, all are
  double radius = 0;                 // [m] of the ball

  bool begins_at(double distance) const { return law == nullptr || distance <= radius; }
  bool goes_on_at(double distance) const {
    return begins_at(distance) || law->lasts(radius - distance, radius);
  }
};

template <int D>
class PatchRows {
 public:
  /// Appends the rows of a candidate, in the order of ordinals, and for each the number of its contact, or
  /// -1: it has just ended. `centre` is the body's, in the mesh's frame.
  void append(const shape::Mesh<D>& mesh, const Vec<D>& centre,
              std::span<const shape::MeshContact<D>> contacts, const EarlierRows& earlier,
              std::uint32_t entry, ContactRows& rows, std::vector<int>& numbers, const BondRule& rule = {}) {
    known_.clear();
    pieces_.clear();
    for (std::uint32_t k = earlier.begin; k < earlier.end; ++k) {
      if (!earlier.rows[k].touches) continue;
      known_.push_back(k);
      pieces_.push_back(earlier.rows[k].piece);
    }
    contact::match<D>(mesh, centre, contacts, pieces_, goes_on_as_, is_old_);
    const auto put = [&](const RowContact& row, int number) {
      rows.push_back(row);
      numbers.push_back(number);
    };
    std::size_t old = 0, next = 0;
    const auto skip_old = [&] {
      while (next < contacts.size() && (is_old_[next] != 0 || !rule.begins_at(contacts[next].distance)))
        ++next;
    };
    skip_old();
    for (std::uint32_t ordinal = 0; old < known_.size() || next < contacts.size(); ++ordinal) {
      if (old < known_.size() && earlier.rows[known_[old]].ordinal == ordinal) {
        int number = goes_on_as_[old];
        if (number >= 0 && !rule.goes_on_at(contacts[static_cast<std::size_t>(number)].distance)) number = -1;
        const bool touches = number >= 0;
        put({entry, ordinal, touches ? contacts[static_cast<std::size_t>(number)].piece : pieces_[old],
             known_[old] + 1, touches},
            number);
        ++old;
      } else if (next < contacts.size()) {
        // The lowest ordinal that is free, also of contacts that have just ended.
        put({entry, ordinal, contacts[next].piece, 0, true}, static_cast<int>(next));
        ++next;
        skip_old();
      }
    }
  }
  /// For contacts that are known, at other poses: for each of their rows the number of its contact, or -1.
  void find_again(const shape::Mesh<D>& mesh, const Vec<D>& centre,
                  std::span<const shape::MeshContact<D>> contacts, const EarlierRows& known,
                  std::vector<int>& numbers) {
    pieces_.clear();
    for (std::uint32_t k = known.begin; k < known.end; ++k)
      if (known.rows[k].touches) pieces_.push_back(known.rows[k].piece);
    contact::match<D>(mesh, centre, contacts, pieces_, goes_on_as_, is_old_);
    std::size_t at = 0;
    for (std::uint32_t k = known.begin; k < known.end; ++k)
      numbers.push_back(known.rows[k].touches ? goes_on_as_[at++] : -1);
  }

 private:
  std::vector<std::uint32_t> known_, pieces_;
  std::vector<int> goes_on_as_;
  std::vector<char> is_old_;
};

}  // namespace scree::step
