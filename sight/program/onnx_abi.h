/// The part of ONNX Runtime's C interface that is used here. Source: the header `onnxruntime_c_api` of ONNX Runtime
/// (MIT licence). Its `OrtApi` is a table of functions whose order is the same in all versions since 1: members are
/// only added at the end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace interlock::sight::onnx {

struct Status;
struct Environment;
struct Options;
struct Session;
struct MemoryInfo;
struct Value;
struct Shape;
struct Allocator;

using Table = void* const*;

/// What `OrtGetApiBase()` returns.
struct Base {
  Table (*table)(std::uint32_t version);
  const char* (*version)();
};

inline constexpr std::uint32_t table_version = 1;
inline constexpr int warnings = 2;          // ORT_LOGGING_LEVEL_WARNING
inline constexpr int device_allocator = 0;  // OrtDeviceAllocator
inline constexpr int default_memory = 0;    // OrtMemTypeDefault
inline constexpr int floating_point = 1;    // ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT

/// A function of the table: its place, and its type.
template <std::size_t index, typename Function>
struct Entry {
  static constexpr std::size_t place = index;
  static Function* in(Table table) { return reinterpret_cast<Function*>(table[index]); }
};

// clang-format off
using GetErrorMessage = Entry<2, const char*(const Status*)>;
using CreateEnv = Entry<3, Status*(int level, const char* name, Environment**)>;
using CreateSessionFromArray = Entry<8, Status*(const Environment*, const void* model, std::size_t, const Options*, Session**)>;
using Run = Entry<9, Status*(Session*, const void* options, const char* const* inputs, const Value* const* values, std::size_t,
                             const char* const* outputs, std::size_t, Value** results)>;
using CreateSessionOptions = Entry<10, Status*(Options**)>;
using DisableMemPattern = Entry<17, Status*(Options*)>;
using DisableCpuMemArena = Entry<19, Status*(Options*)>;
using SetIntraOpNumThreads = Entry<24, Status*(Options*, int)>;
using SetInterOpNumThreads = Entry<25, Status*(Options*, int)>;
using SessionGetInputName = Entry<36, Status*(const Session*, std::size_t, Allocator*, char**)>;
using SessionGetOutputName = Entry<37, Status*(const Session*, std::size_t, Allocator*, char**)>;
using CreateTensorWithDataAsOrtValue = Entry<49, Status*(const MemoryInfo*, void* data, std::size_t bytes, const std::int64_t* shape,
                                                         std::size_t dimensions, int type, Value**)>;
using GetTensorMutableData = Entry<51, Status*(Value*, void**)>;
using GetTensorElementType = Entry<60, Status*(const Shape*, int*)>;
using GetDimensionsCount = Entry<61, Status*(const Shape*, std::size_t*)>;
using GetDimensions = Entry<62, Status*(const Shape*, std::int64_t*, std::size_t)>;
using GetTensorTypeAndShape = Entry<65, Status*(const Value*, Shape**)>;
using CreateCpuMemoryInfo = Entry<69, Status*(int allocator, int memory, MemoryInfo**)>;
using AllocatorFree = Entry<76, Status*(Allocator*, void*)>;
using GetAllocatorWithDefaultOptions = Entry<78, Status*(Allocator**)>;
using ReleaseEnv = Entry<92, void(Environment*)>;
using ReleaseStatus = Entry<93, void(Status*)>;
using ReleaseMemoryInfo = Entry<94, void(MemoryInfo*)>;
using ReleaseSession = Entry<95, void(Session*)>;
using ReleaseValue = Entry<96, void(Value*)>;
using ReleaseTensorTypeAndShapeInfo = Entry<99, void(Shape*)>;
using ReleaseSessionOptions = Entry<100, void(Options*)>;
// clang-format on

}  // namespace interlock::sight::onnx
