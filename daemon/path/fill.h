/// Acts as people mean them: choosing an option, setting a value, filling in a form. Each is done by clicks and keys
/// (daemon/path/field_plan.h) that are judged, recorded and injected one by one; what a person is to be asked about the
/// texts of a form is one question before anything is touched.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/desk/seat.h"
#include "daemon/path/field_plan.h"
#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// True for the actions that are done here.
bool fills_fields(const Action& action);

class Fill {
 public:
  /// One act of the session.
  struct Part {
    Action action;
    bool has_focus = false;  ///< keys are for the element that has the focus, which must be the one they are aimed at
    std::optional<Element> means = {};              ///< Step::means
    std::shared_ptr<const FormAnswer> answer = {};  ///< the person's, if they were asked about the form
  };
  using Run = std::function<boost::asio::awaitable<Step>(Part)>;

  /// `action`: fills_fields(). All must outlive take().
  Fill(Shared& shared, Seat& seat, std::shared_ptr<Session> session, Action action, Run run)
      : shared_(shared), seat_(seat), session_(std::move(session)), run_(std::move(run)), whole_{.action = action} {}

  /// Call it once; returns the reply of `act`. With `dry_run` nothing is touched.
  boost::asio::awaitable<boost::json::object> take(bool dry_run, std::uint64_t asked);

 private:
  /// One field, and what came of it.
  struct Field {
    FieldValue wanted;
    bool option = false;
    bool judged = false;  ///< it takes text, and `foreseen` is the judgement about that
    Assessment foreseen = {};
    Observation seen = {};
    bool done = false;
    std::string problem = {};
    std::optional<std::string> value = {};  ///< that it holds now, if the application says so
  };
  struct Scene {
    Window window;
    a11y::VisibleTree tree;
  };
  struct Look {
    FieldNow now;
    Window window;
    Known<Document> document = none;
  };

  void read_fields();
  boost::asio::awaitable<void> foresee();
  /// Asks the person if a text of the form needs it; false: nothing may be done.
  boost::asio::awaitable<bool> confirm();
  boost::asio::awaitable<bool> ask(const Question& question);
  bool begin_record();
  void end_record();
  boost::asio::awaitable<bool> fill(Field& field);
  boost::asio::awaitable<Step> carry_out(const NextAct& next, std::uint64_t window);
  void remember_yes(const Step& step);
  /// The field as it is, brought into view if need be; the problem is the field's if it cannot be seen.
  boost::asio::awaitable<std::optional<Look>> see(Field& field);
  /// `drawn_before`: the field before the last act. Pages replace a control by another one of the same role and name at
  /// the same place when it is set; that one is read instead.
  boost::asio::awaitable<std::optional<Look>> look(const std::string& ref, const Element* drawn_before = nullptr);
  boost::asio::awaitable<std::optional<Scene>> look_at(std::uint64_t window);
  boost::asio::awaitable<void> read_options(Look& seen);
  std::vector<std::string> asked_about(const Look& seen) const;
  /// Nothing if it is not visible. What the session does not get to see is left out, and the text of secrets.
  std::optional<Look> found_in(const Scene& scene, const std::string& ref, const Element* drawn_before = nullptr) const;
  boost::asio::awaitable<FieldNow> settled(const std::string& ref, const FieldNow& before);
  Step& deciding();
  boost::json::object reply();

  Shared& shared_;
  Seat& seat_;
  std::shared_ptr<Session> session_;
  Run run_;
  Step whole_;  ///< the act as the agent asked for it: recorded, and asked about, as one
  std::vector<Field> fields_;
  std::shared_ptr<const FormAnswer> answer_;
  std::vector<Step> steps_;  ///< that decide about the reply: those that were not done, and the last
};

}  // namespace interlock::daemon
