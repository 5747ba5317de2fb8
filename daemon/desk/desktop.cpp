#include "daemon/desk/desktop.h"

#include <cstdlib>
#include <thread>

#include "a11y/factory.h"
#include "daemon/process/log.h"
#include "platform/file_lookup.h"
#include "platform/name_lookup.h"

namespace interlock::daemon {

Desktop::Desktop(boost::asio::any_io_executor executor, std::shared_ptr<platform::Backend> backend,
                 std::string state_dir)
    : executor_(std::move(executor)), backend_(std::move(backend)), state_dir_(std::move(state_dir)) {
  const auto windows_of = [this](std::uint32_t pid, platform::Deadline deadline) {
    return this->windows_of(pid, deadline);
  };
  tree_ = a11y::atspi_reader(executor_, windows_of, [this](const std::optional<Error>& trouble) {
    tree_trouble_ = trouble;
    if (trouble) log_error(*trouble);
    if (!trouble) log_info("the accessibility bus is back");
  });
  names_ = platform::system_names();
  const char* home = std::getenv("HOME");
  files_ = platform::system_files(home == nullptr ? std::string() : home);
  reader_ = std::make_shared<SightProcess>(executor_, sight_program());
  // Reading takes nearly all of a picture's time. Started when a picture has much to read; labels are the first one's.
  if (std::thread::hardware_concurrency() > 1)
    private_text_.second_reader = std::make_shared<SightProcess>(executor_, sight_program());
  private_text_.text = std::make_shared<ScreenText>();
  private_text_.idle = std::make_shared<boost::asio::steady_timer>(executor_);
  window_text_ = std::make_shared<WindowText>(executor_);
  connect();
}

Reach Desktop::reach() {
  connect();
  return {{display_.windows, tree_, display_.clipboard, display_.screen, display_.queries, names_, files_, reader_,
           private_text_, window_text_},
          display_.injector,
          display_.human,
          display_.access};
}

boost::asio::awaitable<Known<std::vector<ProgramWindow>>> Desktop::windows_of(std::uint32_t pid,
                                                                              platform::Deadline deadline) {
  const auto windows = display_.windows;
  if (!windows) co_return Unknown::no_display;
  auto all = co_await windows->windows_of(pid, deadline);
  co_return all;
}

void Desktop::on_display(std::function<void(const std::shared_ptr<platform::HumanInput>&)> opened) {
  opened_ = std::move(opened);
  if (display_.human) opened_(display_.human);
}

void Desktop::connect() {
  if (display_.windows) return tell(display_.trouble());
  const auto now = std::chrono::steady_clock::now();
  if (now < next_try_) return;
  next_try_ = now + std::chrono::seconds{1};
  auto opened = backend_->open(executor_, state_dir_);
  if (opened) {
    display_ = std::move(*opened);
    if (opened_) opened_(display_.human);
  }
  tell(opened ? std::nullopt : std::optional(opened.error()));
}

/// Logs each change once.
void Desktop::tell(std::optional<Error> trouble) {
  if (trouble && !display_trouble_) log_error(*trouble);
  if (!trouble && display_trouble_) log_info("the display is there");
  display_trouble_ = std::move(trouble);
}

}  // namespace interlock::daemon
