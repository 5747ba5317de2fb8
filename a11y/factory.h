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

/// AT-SPI2 over D-Bus. Connects at once, and again with the next question after the bus was lost; without it every
/// answer is Unknown::no_accessibility_bus. Sets org.a11y.Status IsEnabled, so that toolkits publish their trees.
/// `notice` is told, once each time, that there is no bus or that it was lost, and with nothing that it is back.
std::shared_ptr<TreeReader> atspi_reader(boost::asio::any_io_executor executor,
                                         std::function<void(const std::optional<Error>&)> notice);

}  // namespace interlock::a11y
