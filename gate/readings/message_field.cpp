#include "gate/readings/message_field.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gate/readings/evaluation_context.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {
namespace {

constexpr auto sites = std::to_array<std::string_view>(
    {"web.whatsapp.com",    "discord.com",           "app.slack.com",    "teams.microsoft.com",
     "teams.live.com",      "teams.cloud.microsoft", "messenger.com",    "web.telegram.org",
     "chat.google.com",     "app.element.io",        "web.skype.com",    "app.wire.com",
     "messages.google.com", "web.wechat.com",        "web.threema.ch",   "app.zulip.com",
     "chat.zulip.org",      "app.mattermost.com",    "web.snapchat.com", "chat.mozilla.org",
     "linkedin.com",        "instagram.com",         "facebook.com",     "x.com",
     "twitter.com"});

// "Message" in the languages most used on desktops; the beginning of the word, for its other forms.
constexpr std::string_view message_word =
    R"(message|nachricht|mensaje|mensagem|messaggi|bericht|wiadomo|сообщени|повідомлен|zpráv|správ|üzenet|meddeland|besked|melding|viesti|mesaj|μήνυμα|съобщение|消息|訊息|メッセージ|메시지|رسالة|הודעה|संदेश|pesan|tin nhắn|ข้อความ|missatge|poruk)";

// Texts that only a chat has: they say to write, or to whom.
constexpr std::string_view surely =
    R"(^(?:type|write|send|enter|compose)(?: a| your| new)*(?: new)? message\b|^message [#@]|^(?:write|reply|message) to |^(?:escribe|escribir|envía) un mensaje|^(?:écrire|écrivez|envoyer|saisissez) un message|^nachricht (?:schreiben|eingeben|an [#@])|^(?:digite|escreva) uma mensagem|^mensagem para [#@]|^scrivi un messaggio|^napisz wiadomość|^(?:введите|напишите|написать) сообщение|^输入消息|^輸入訊息|^メッセージを入力|^메시지(?:를)? 입력)";

bool matches(const PatternSet& set, std::string_view text) {
  if (text.empty()) return false;
  const auto hit = set.match(normalise(text, 200).text);
  return hit && !hit->overflow;
}

bool is_messengers_page(const EvaluationContext& context) {
  const Document* document = context.observation.document.get();
  if (document == nullptr) return false;
  std::string_view rest = document->url;
  const std::size_t scheme = rest.find("://");
  if (scheme == rest.npos) return false;
  rest = rest.substr(scheme + 3);
  rest = rest.substr(0, rest.find_first_of("/?#:"));
  if (rest.starts_with("www.")) rest.remove_prefix(4);
  return std::any_of(sites.begin(), sites.end(), [&](std::string_view site) { return rest == site; }) ||
         rest.ends_with(".slack.com");
}

}  // namespace

bool is_message_field(const EvaluationContext& context) {
  const Element* element = context.element;
  // A page makes such a field of any of its parts.
  const bool written = element != nullptr && (takes_text(element->role) || element->states.has(State::editable));
  if (!written || context.secret) return false;
  static const PatternSet named = PatternSet::compile_trusted({std::string(message_word)});
  static const PatternSet sure = PatternSet::compile_trusted({std::string(surely)});
  static const PatternSet search =
      PatternSet::compile_trusted({R"(\b(?:search|filter|find|such|busca|buscar|recherche|cerca|поиск)|搜索|検索)"});
  const std::array<std::string_view, 5> texts = {element->name, element->labelled_by, element->description,
                                                 element->attribute("placeholder"),
                                                 element->attribute("placeholder-text")};
  const auto any = [&](const PatternSet& set) {
    return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) { return matches(set, text); });
  };
  if (any(search)) return false;
  if (any(sure)) return true;
  return is_in_messenger(context) && any(named);
}

bool is_in_messenger(const EvaluationContext& context) {
  return context.application.messenger || is_messengers_page(context);
}

}  // namespace interlock::gate
