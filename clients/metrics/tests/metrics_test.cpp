/// The text that Prometheus reads, and where it is served.
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "clients/metrics/exporter.h"
#include "clients/metrics/metrics.h"
#include "tests/temp_dir.h"

namespace interlock::metrics {
namespace {

namespace asio = boost::asio;

Metrics some() {
  using enum Type;
  return Metrics(
      {{"answers_total", counter, "Answers."}, {"queue", gauge, "Waiting."}, {"seconds", histogram, "Time."}});
}

std::string ask(const std::string& path, const std::string& request) {
  asio::io_context io;
  asio::local::stream_protocol::socket socket(io);
  socket.connect(path);
  asio::write(socket, asio::buffer(request));
  std::string reply;
  boost::system::error_code end;
  asio::read(socket, asio::dynamic_buffer(reply), end);
  return reply;
}

TEST(Metrics, AreTextForPrometheus) {
  Metrics metrics = some();
  metrics.add("answers_total", {{"result", "approved"}});
  metrics.add("answers_total", {{"result", "approved"}});
  metrics.add("answers_total", {{"result", "a \"b\"\\\nc"}});
  metrics.set("queue", {}, 7);
  metrics.observe("seconds", 0.02);
  metrics.observe("seconds", 7);
  const std::string text = metrics.text();
  for (const char* line :
       {"# HELP answers_total Answers.\n# TYPE answers_total counter\n", "answers_total{result=\"approved\"} 2\n",
        "answers_total{result=\"a \\\"b\\\"\\\\\\nc\"} 1\n", "# TYPE queue gauge\nqueue 7\n",
        "seconds_bucket{le=\"0.01\"} 0\nseconds_bucket{le=\"0.025\"} 1\n", "seconds_bucket{le=\"10\"} 2\n",
        "seconds_bucket{le=\"+Inf\"} 2\nseconds_sum 7.02\nseconds_count 2\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\nin\n" << text;
}

TEST(Metrics, LabelsOfStrangersDoNotGrowWithoutLimit) {
  Metrics metrics = some();
  for (int i = 0; i < 10'000; ++i) metrics.add("answers_total", {{"rule", std::to_string(i)}});
  const std::string text = metrics.text();
  EXPECT_LT(text.size(), 10'000U);
  EXPECT_NE(text.find("answers_total{rule=\"other\"} 9744\n"), std::string::npos);
}

TEST(MetricsExporter, ServesOnePathOnASocketOfItsOwn) {
  const test::TempDir dir;
  const std::string path = dir.path() + "/metrics.sock";
  Metrics metrics = some();
  metrics.set("queue", {}, 3);
  {
    const auto exporter = Exporter::open("unix:" + path, metrics);
    ASSERT_TRUE(exporter) << exporter.error().text();
    const std::string reply = ask(path, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(reply.find("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"), 0U) << reply;
    EXPECT_NE(reply.find("\nqueue 3\n"), std::string::npos) << reply;
    EXPECT_EQ(ask(path, "GET / HTTP/1.1\r\n\r\n").find("HTTP/1.1 404"), 0U);
    EXPECT_EQ(ask(path, "POST /metrics HTTP/1.1\r\n\r\n").find("HTTP/1.1 404"), 0U);
    EXPECT_EQ(ask(path, std::string(20'000, 'x')), "") << "no end of a request";
  }
  EXPECT_NE(Exporter::open("0.0.0.0:9470", metrics).error().text().find("loopback addresses only"), std::string::npos);
  EXPECT_FALSE(Exporter::open("here", metrics));
}

}  // namespace
}  // namespace interlock::metrics
