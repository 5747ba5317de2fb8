/// All limits of the wire.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace interlock::ipc::limits {

inline constexpr std::size_t line_bytes =
    1024 * 1024;  ///< one request; a longer line gets an error, and its connection is closed
inline constexpr std::size_t json_depth = 16;     ///< nesting of a request
inline constexpr std::size_t reply_depth = 64;    ///< nesting of what a client accepts: schemas of tools are deep
inline constexpr std::size_t object_keys = 1024;  ///< keys of one JSON object
inline constexpr std::size_t connections = 64;    ///< open at once on one socket; more get an error and are closed
inline constexpr std::size_t connections_of_process = 16;  ///< of these, of one process, so that others can connect
inline constexpr std::size_t in_flight = 16;               ///< unanswered requests of one connection
/// Replies and events queued for one connection behind the one being written; it is closed if there are more.
inline constexpr std::size_t outgoing_bytes = 4 * 1024 * 1024;
inline constexpr std::size_t picture_bytes = 8 * 1024 * 1024;  ///< one screenshot as PNG
inline constexpr std::size_t reply_bytes = 12 * 1024 * 1024;   ///< the longest line we send: a picture in base64
inline constexpr std::chrono::seconds partial_line{10};        ///< from a line's first byte to its last
inline constexpr std::chrono::seconds closing{10};             ///< for the peer to read what is queued when we close
inline constexpr std::chrono::milliseconds accept_pause{100};  ///< before the next accept after a failed one
inline constexpr std::size_t text_bytes = 64 * 1024;           ///< text of one `type`
inline constexpr std::size_t name_bytes = 256;                 ///< names: session, app, client
inline constexpr std::size_t secret_name_bytes = 64;           ///< the name of a secret of the policy
inline constexpr std::size_t word_bytes = 400;                 ///< what a person says with a no
inline constexpr std::size_t title_bytes = 1024;               ///< a new name for a window
inline constexpr std::size_t ref_bytes = 16;                   ///< a ref of an element: "e42"
inline constexpr std::size_t signature_bytes = 16 * 1024;      ///< each part of a signature
inline constexpr std::size_t intent_bytes = 4096;              ///< intent, directive
inline constexpr std::size_t tool_args_bytes = 256 * 1024;     ///< arguments of a tool call, as JSON
inline constexpr std::size_t tool_result_bytes = 512 * 1024;
inline constexpr std::size_t url_bytes = 16 * 1024;
inline constexpr std::size_t keys_bytes = 4096;             ///< chords of one `key`; max_chords bounds their number
inline constexpr std::size_t sequence_steps = 64;           ///< steps of one sequence; sequences cannot be nested
inline constexpr std::size_t form_fields = 64;              ///< fields of one `fill_form`
inline constexpr std::chrono::milliseconds wait{60'000};    ///< longest `wait`
inline constexpr int settle_ms = 10'000;                    ///< longest `settle`
inline constexpr int coordinate = 65'535;                   ///< largest x or y; the smallest is 0
inline constexpr std::int64_t window_id = (1LL << 53) - 1;  ///< largest id of a window; X has 32 bits, desks more
inline constexpr int desktops = 256;                        ///< of one screen
inline constexpr int window_depth = 64;                     ///< of the tree that `windows` lists
inline constexpr double least_scale = 0.01;                 ///< of a screenshot; 1 is the largest
inline constexpr int scroll = 100;                          ///< wheel clicks of one `scroll` in each direction
inline constexpr std::size_t shown_bytes = 4096;            ///< of one text of an application, in what we send
inline constexpr std::size_t shown_items = 64;              ///< of one list of an application (ancestors, attributes)

}  // namespace interlock::ipc::limits
