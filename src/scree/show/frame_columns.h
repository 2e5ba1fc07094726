// The columns of a frame by name, as numbers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scree/base/vec.h"
#include "scree/record/run_store.h"

namespace scree::show {

std::size_t body_count(const record::Frame& frame);
/// Rows as vectors; a column in the plane gets zeros for the third part, one that is missing nothing but
/// zeros.
std::vector<Vec3> vectors_of(const record::Frame& frame, const std::string& column);
/// Rows as numbers of any type; zeros where the column is missing.
std::vector<double> scalars_of(const record::Frame& frame, const std::string& column);

/// Every number of a column, row by row; none where it is missing.
std::vector<double> numbers_in(const std::vector<Column>& columns, const std::string& name);

}  // namespace scree::show
