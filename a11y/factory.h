/// Makes the reader of a real desktop's accessibility trees.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "a11y/tree_reader.h"
#include "values/error.h"

namespace interlock::a11y {

/// AT-SPI2 over D-Bus. Connects at once, and again with the next request after the bus was lost; without the bus every
/// answer is Unknown::no_accessibility_bus. Sets org.a11y.Status IsEnabled, so that toolkits publish their trees. Calls
/// `notice` once each time that the bus is missing or lost, with the error, and once when it is back, with nothing.
std::shared_ptr<TreeReader> atspi_reader(boost::asio::any_io_executor executor,
                                         std::function<void(const std::optional<Error>&)> notice);

}  // namespace interlock::a11y
