/// The difference of two texts, as `diff -u` writes it and `patch` takes it. Pure.
#pragma once

#include <string>
#include <vector>

namespace interlock::cli {

/// Lines that differ; empty if none do. Every line of both texts is taken to end with a newline.
std::string unified_diff(const std::string& was, const std::string& now, const std::string& name);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace interlock::cli
