/// A question of a desktop, for tests.
#pragma once

#include <boost/json.hpp>
#include <string>

#include "approval/rows_json.h"
#include "approval/statement.h"

namespace interlock::broker {

inline boost::json::object with_rows(boost::json::object question, const approval::Rows& shown,
                                     const approval::Rows& done) {
  auto statement = approval::parse_statement(question.at("statement").as_string()).value();
  statement.shown = approval::digest_of(shown);
  statement.done = approval::digest_of(done);
  question["statement"] = serialize(statement);
  question["shown"] = approval::rows_json(shown);
  question["done"] = approval::rows_json(done);
  return question;
}

inline boost::json::object question_json(const std::string& id, const std::string& desktop = "anna@desk :7",
                                         const std::string& record = "r1", const std::string& agent = "shop") {
  const approval::Rows shown = {{"what would happen", "Spend money"}, {"agent", agent}};
  const approval::Rows done = {{"action", "{}"}, {"session", "s1"}, {"record", record}};
  const approval::Statement statement{.question = id,
                                      .desktop = desktop,
                                      .start = std::string(32, '1'),
                                      .shown = approval::digest_of(shown),
                                      .done = approval::digest_of(done),
                                      .policy = std::string(64, '2'),
                                      .picture = {},
                                      .lifespan = "once",
                                      .deadline_ms = 61'234};
  return {{"id", id},
          {"session", "s1"},
          {"record", record},
          {"headline", "Spend money"},
          {"agent", agent},
          {"rule", "irreversible"},
          {"consequence", "purchase"},
          {"statement", serialize(statement)},
          {"shown", approval::rows_json(shown)},
          {"done", approval::rows_json(done)},
          {"picture", false},
          {"lifespans", {"once", "10m"}},
          {"needed", 1},
          {"signed_by", boost::json::array()},
          {"expires_in_ms", 52'000}};
}

/// The question whose yes pauses a desktop.
inline boost::json::object pause_json(const std::string& id) {
  return with_rows(question_json(id), {{"what would happen", "Pause all agents of this desktop"}},
                   {{"pause", "all agents"}});
}

}  // namespace interlock::broker
