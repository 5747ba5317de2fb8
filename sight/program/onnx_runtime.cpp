#include "sight/program/onnx_runtime.h"

#include <algorithm>
#include <array>
#include <utility>

#include <dlfcn.h>

#include "sight/program/onnx_abi.h"

namespace interlock::sight {

namespace {

constexpr std::size_t most_dimensions = 8;
/// Numbers of a result; more than any line of text has.
constexpr std::int64_t most_numbers = 64LL << 20U;

/// Ends with one of the table's functions.
template <typename Object, typename Release>
class Owned {
 public:
  explicit Owned(onnx::Table table = nullptr) : table_(table) {}
  Owned(Owned&& other) noexcept : table_(other.table_), object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(table_, other.table_);
    std::swap(object_, other.object_);
    return *this;
  }
  ~Owned() {
    if (object_ != nullptr) Release::in(table_)(object_);
  }
  Object** out() { return &object_; }
  Object* get() const { return object_; }

 private:
  onnx::Table table_;
  Object* object_ = nullptr;
};

using OwnStatus = Owned<onnx::Status, onnx::ReleaseStatus>;

}  // namespace

struct Network::Loaded {
  explicit Loaded(onnx::Table table_) : table(table_), environment(table), memory(table), session(table) {}

  /// Nothing, or the message of what failed.
  template <typename Function, typename... Arguments>
  std::string call(Arguments... arguments) const {
    OwnStatus status(table);
    *status.out() = Function::in(table)(arguments...);
    return status.get() == nullptr ? std::string() : std::string(onnx::GetErrorMessage::in(table)(status.get()));
  }

  std::string open(std::string_view model) {
    Owned<onnx::Options, onnx::ReleaseSessionOptions> options(table);
    std::string failed = call<onnx::CreateEnv>(onnx::warnings, "interlock-sight", environment.out());
    const auto then = [&]<typename Function>(Function, auto... arguments) {
      if (failed.empty()) failed = call<Function>(arguments...);
    };
    then(onnx::CreateSessionOptions(), options.out());
    then(onnx::SetIntraOpNumThreads(), options.get(), 1);
    then(onnx::SetInterOpNumThreads(), options.get(), 1);
    then(onnx::DisableCpuMemArena(), options.get());  // it keeps what the longest line needed
    then(onnx::DisableMemPattern(), options.get());   // lines have different widths
    then(onnx::CreateSessionFromArray(), environment.get(), model.data(), model.size(), options.get(), session.out());
    then(onnx::CreateCpuMemoryInfo(), onnx::device_allocator, onnx::default_memory, memory.out());
    onnx::Allocator* allocator = nullptr;  // the library's own
    then(onnx::GetAllocatorWithDefaultOptions(), &allocator);
    for (const bool is_input : {true, false}) {
      char* name = nullptr;
      if (is_input) {
        then(onnx::SessionGetInputName(), session.get(), std::size_t{0}, allocator, &name);
      } else {
        then(onnx::SessionGetOutputName(), session.get(), std::size_t{0}, allocator, &name);
      }
      if (name == nullptr) continue;
      (is_input ? input : output) = name;
      then(onnx::AllocatorFree(), allocator, static_cast<void*>(name));
    }
    return failed;
  }

  onnx::Table table;
  Owned<onnx::Environment, onnx::ReleaseEnv> environment;
  Owned<onnx::MemoryInfo, onnx::ReleaseMemoryInfo> memory;
  Owned<onnx::Session, onnx::ReleaseSession> session;  // ends before its environment
  std::string input, output;
};

Network::Network(std::unique_ptr<Loaded> loaded) : loaded_(std::move(loaded)) {}
Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;
Network::~Network() = default;

tl::expected<Network, Error> Network::load(const std::string& library, std::string_view model) {
  const auto failed = [&](std::string what) {
    return tl::unexpected(Error{std::move(what), library, "install ONNX Runtime 1 (docs/sight.md)"});
  };
  void* const opened = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays loaded
  if (opened == nullptr) return failed(std::string("ONNX Runtime was not loaded, ") + ::dlerror());
  using GetBase = const onnx::Base*();
  auto* const base = reinterpret_cast<GetBase*>(::dlsym(opened, "OrtGetApiBase"));
  if (base == nullptr) return failed("it is not ONNX Runtime");
  const onnx::Table table = base()->table(onnx::table_version);
  if (table == nullptr) return failed("this version of ONNX Runtime has another interface");
  auto loaded = std::make_unique<Loaded>(table);
  if (const std::string why = loaded->open(model); !why.empty()) return failed("the network was not loaded, " + why);
  return Network(std::move(loaded));
}

tl::expected<Tensor, std::string> Network::run(Tensor& input) const {
  const Loaded& with = *loaded_;
  Owned<onnx::Value, onnx::ReleaseValue> value(with.table), result(with.table);
  Owned<onnx::Shape, onnx::ReleaseTensorTypeAndShapeInfo> shape(with.table);
  const std::array<const char*, 1> inputs{with.input.c_str()}, outputs{with.output.c_str()};
  std::string failed = with.call<onnx::CreateTensorWithDataAsOrtValue>(
      with.memory.get(), static_cast<void*>(input.numbers.data()), input.numbers.size() * sizeof(float),
      input.shape.data(), input.shape.size(), onnx::floating_point, value.out());
  const auto then = [&]<typename Function>(Function, auto... arguments) {
    if (failed.empty()) failed = with.call<Function>(arguments...);
  };
  const std::array<const onnx::Value*, 1> values{value.get()};
  const void* const no_options = nullptr;
  then(onnx::Run(), with.session.get(), no_options, inputs.data(), values.data(), inputs.size(), outputs.data(),
       outputs.size(), result.out());
  then(onnx::GetTensorTypeAndShape(), result.get(), shape.out());
  std::size_t dimensions = 0;
  int type = 0;
  then(onnx::GetTensorElementType(), shape.get(), &type);
  if (failed.empty() && type != onnx::floating_point) failed = "the result has other numbers";
  then(onnx::GetDimensionsCount(), shape.get(), &dimensions);
  if (failed.empty() && (dimensions == 0 || dimensions > most_dimensions)) failed = "the result has no usable shape";
  Tensor read;
  read.shape.resize(failed.empty() ? dimensions : 0);
  then(onnx::GetDimensions(), shape.get(), read.shape.data(), read.shape.size());
  std::int64_t count = 1;
  for (const std::int64_t size : read.shape) {
    count = size <= 0 || size > most_numbers || count * size > most_numbers ? 0 : count * size;
  }
  if (failed.empty() && count == 0) failed = "the result has no usable shape";
  void* data = nullptr;
  then(onnx::GetTensorMutableData(), result.get(), &data);
  if (!failed.empty()) return tl::unexpected(std::move(failed));
  const auto* numbers = static_cast<const float*>(data);
  read.numbers.assign(numbers, numbers + count);
  return read;
}

}  // namespace interlock::sight
