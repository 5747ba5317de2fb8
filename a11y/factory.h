/// Makes the reader of a real desktop's accessibility trees.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "a11y/tree_reader.h"
#include "values/error.h"
#include "values/program_window.h"

namespace interlock::a11y {

/// The windows of a process, as the display server reports them. Asked when a window is first met.
using WindowsOf = std::function<boost::asio::awaitable<Known<std::vector<ProgramWindow>>>(std::uint32_t, Deadline)>;

/// AT-SPI2 over D-Bus. Connects at once, and again with the next request after the bus was lost; without the bus every
/// answer is Unknown::no_accessibility_bus. Sets org.a11y.Status IsEnabled, so that toolkits publish their trees. Calls
/// `notice` once each time that the bus is missing or lost, with the error, and once when it is back, with nothing.
std::shared_ptr<TreeReader> atspi_reader(boost::asio::any_io_executor executor, WindowsOf windows_of,
                                         std::function<void(const std::optional<Error>&)> notice);

}  // namespace interlock::a11y
