// Makes the error that a sanitizer must find; the argument selects it.
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

namespace {

int freed(int number) {
  auto* one = new int(number);
  delete one;
  return *one;
}

int leak(int number) {
  new std::vector<int>(100, number);
  return number;
}

int overflow(int number) {
  return std::numeric_limits<int>::max() - 1 + number;
}

int past_the_end(int number) {
  std::vector<int> numbers;
  numbers.reserve(8);  // the memory is the vector's, but beyond its size
  return numbers[static_cast<std::size_t>(number)];
}

int race(int number) {
  std::thread other([&] { ++number; });
  ++number;
  other.join();
  return number;
}

}  // namespace

int main(int count, char** words) {
  volatile int kept = 0;
  if (count != 2) return 2;
  if (std::strcmp(words[1], "freed") == 0) kept = freed(count);
  if (std::strcmp(words[1], "leak") == 0) kept = leak(count);
  if (std::strcmp(words[1], "overflow") == 0) kept = overflow(count);
  if (std::strcmp(words[1], "past_the_end") == 0) kept = past_the_end(count);
  if (std::strcmp(words[1], "race") == 0) kept = race(count);
  return kept == 0 ? 1 : 0;
}
