// A run on one page, and the files that a run leaves for people to look at.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scree/record/run_reader.h"

namespace scree::show {

/// HTML in one piece: picture, plots, summary, warnings and the scene. Opens without a network. What cannot
/// be made (a plot without gnuplot) is a sentence on the page.
std::string report_page(const record::RunReader& run);

/// Writes picture.png, energy.svg and report.html into the run's folder. Never throws; says what could not be
/// made and why, one text each.
std::vector<std::string> leave_pictures(const std::filesystem::path& folder);

}  // namespace scree::show
