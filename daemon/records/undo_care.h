/// The limits of what is kept for an undo, as the policy sets them, and what is never kept.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string_view>

#include "platform/blocking_calls.h"
#include "policy/settings.h"
#include "undo/store.h"

namespace interlock::daemon {

/// Files with keys and passwords, by the names that the rules know, and those that programs keep secrets in.
bool is_secret_path(std::string_view path);

undo::Care care_of(const policy::RollbackSettings& settings, std::chrono::steady_clock::time_point deadline,
                   std::shared_ptr<const std::atomic<bool>> abandoned);

/// Of all threads that keep files or bring them back.
platform::ThreadLimit& undo_threads();

/// s since 1970
std::int64_t seconds_now();

}  // namespace interlock::daemon
