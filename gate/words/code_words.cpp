#include "gate/words/code_words.h"

#include "gate/words/pattern_set.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

/// Titles of windows whose prompt runs what is entered. Whole titles only: a document may have such a name as well.
const PatternSet& console_titles() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"(^(?:gimp )?(?:script-?fu|python|python-?fu|perl-?fu|scheme|lua|ruby|perl|javascript|js|basic|tcl|macro|script|scripting|nyquist|inkscape|blender)[ -](?:console|prompt|konsole|konsol|consola|consolle|shell)$)",
       R"(^(?:consola|consolle|console|konsole|konsola|консоль) (?:de |di |do |du |für )?(?:script-?fu|python|python-?fu|javascript|scheme|scripts?)$)",
       R"(^(?:desktop shell|kwin|plasma)(?: shell)?(?: scripting| script)? console$)", R"(^nyquist prompt$)",
       R"(^(?:gtk\+?|gtk) inspector(?: |$))"});
  return patterns;
}

/// Titles of windows of a browser's tools. None of them ends with what a browser adds to a page's title ("- Chromium").
const PatternSet& tools_titles() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"(^(?:devtools|developer tools)(?:$| [-–—] ))",
       R"(^(?:(?:multiprocess|parent process) )?browser (?:console|toolbox)\b)",
       R"(^(?:error|web|javascript) console$)",
       R"(^(?:werkzeuge für web-entwickler|entwicklerwerkzeuge|outils de développement|herramientas (?:de|para) desarrolla\w+|strumenti di sviluppo|ferramentas d[eo] (?:programador|desenvolv\w+)|инструменты разработчика|narzędzia (?:dla )?(?:twórców witryn|programist\w+)|開発ツール|开发者工具|開發者工具|개발자 도구)(?:$| [-–—] ))",
       R"(^(?:browser-?konsole|konsole des browsers|console du navigateur|consola del navegador|console del browser|консоль браузера|ブラウザーコンソール|浏览器控制台))"});
  return patterns;
}

/// Titles of LibreOffice and its relatives: the macro editor, and the dialogs about macros.
const PatternSet& macro_editor_titles() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"((?:libre|open|star)office(?:dev)?(?: \d[\d.]*)? basic\b)", R"(\b(?:office|collabora) basic ide\b)"});
  return patterns;
}

const PatternSet& macro_words() {
  static const PatternSet patterns =
      PatternSet::compile_trusted({R"(\b(?:ma[ck]ros?|makr\w{1,4}|macroinstruc\w+)\b)", "макрос", "マクロ", "巨集",
                                   "매크로", "μακροεντολ", R"(宏)"});
  return patterns;
}

/// Menu entries that open developer tools, a console or a macro editor, or make one of them run something.
const PatternSet& tools_labels() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"(^(?:inspect|inspect (?:element|accessibility properties|popup|pop-up|views?.*|background page)|inspect with .*)(?: \(.\))?$)",
       R"(\b(?:web |page |browser )?(?:developer|dev) ?tools?\b)",
       R"(\b(?:browser|web|javascript|error|js) (?:console|toolbox|debugger)\b)",
       R"(^(?:remote debugging|debugger|toggle tools)\b)",
       R"(^(?:replay xhr|edit and resend|resend|store as global variable|run snippet|evaluate .*)$)",
       R"(^(?:untersuchen|element untersuchen|inspecter|inspecter l.élément|examiner l.élément|inspeccionar|inspeccionar elemento|ispeziona|ispeziona elemento|analizza elemento|inspecionar|inspecionar elemento|inspecteren|element inspecteren|zbadaj|zbadaj element|prozkoumat(?: prvek)?|preskúmať|granska|inspektera|inspicer|tarkista|vizsgálat|inspectați|incele|öğeyi denetle|denetle|kiểm tra|inspiser|исследовать|исследовать элемент|просмотреть код|просмотреть код элемента|посмотреть код|дослідити|检查|审查元素|檢查|檢測|検証|調査|要素を調査|검사|요소 검사)(?: \(.\))?$)",
       R"(\b(?:entwickler-?(?:tools|werkzeuge)|werkzeuge für web-entwickler|outils de développement|outils pour les développeurs|herramientas (?:de|para) desarrolla\w+|strumenti (?:di|per gli) svilupp\w+|ferramentas d[eo] (?:programador|desenvolv\w+)|ontwikkelaars-?(?:tools|hulpmiddelen)|hulpmiddelen voor (?:web)?ontwikkelaars|narzędzia (?:dla )?(?:deweloper\w+|programist\w+|twórców witryn)|nástroje pro (?:vývojáře|webové vývojáře)|utvecklarverktyg|geliştirici araçları)\b)",
       R"(инструменты (?:веб-)?разработчика|開発者?ツール|デベロッパー ツール|ウェブ開発ツール|开发者工具|web 开发者工具|開發(?:人員|者)工具|개발자 도구)"});
  return patterns;
}

const PatternSet& macro_labels() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"(^basic(?:\.\.\.|…)?$)", R"(^(?:python|javascript|beanshell)(?:\.\.\.|…)?$)",
       R"(\b(?:run|edit|organi[sz]e|execute|record|manage|assign) macros?\b)",
       R"(\bmakros? (?:ausführen|bearbeiten|verwalten|aufzeichnen|zuweisen)\b)",
       R"(\b(?:exécuter|éditer|modifier|gérer|enregistrer) (?:la |les |une )?macros?\b)",
       R"(\b(?:ejecutar|editar|organizar|grabar|executar|gravar|gerir) (?:la |as? |uma? )?macros?\b)",
       R"(\b(?:esegui|modifica|organizza|registra) macro\b)", R"((?:выполнить|правка|изменить|управление) макрос)",
       R"(マクロ(?:の|を).*)", R"((?:运行|编辑|管理|執行|編輯)(?:宏|巨集))",
       R"(^(?:script-?fu|python|python-?fu)[ -]console)", R"(^(?:console|konsole|konsola|consola|консоль)$)"});
  return patterns;
}

/// Buttons and menu entries in a place of code that run it.
const PatternSet& run_labels() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"(\b(?:run|execute|evaluate|eval|apply|replay|resend|send|step|launch|start|continue|resume|restart|install|load|import|assign|save)\b)",
       R"(ausführen|starten|zuweisen|senden|exécuter|lancer|ejecutar|enviar|esegui|avvia|executar|uitvoeren|wykonaj|uruchom|выполнить|запустить|spustit|kör|実行|运行|執行|실행|çalıştır)"});
  return patterns;
}

const PatternSet& prompt_names() {
  static const PatternSet patterns = PatternSet::compile_trusted(
      {R"(\b(?:console|konsole|konsola|konsol|consola|consolle)\b)", "консол", "コンソール", "控制台", "콘솔"});
  return patterns;
}

const PatternSet& patterns_of(CodeWords which) {
  switch (which) {
    case CodeWords::console_title:
      return console_titles();
    case CodeWords::tools_title:
      return tools_titles();
    case CodeWords::macro_editor_title:
      return macro_editor_titles();
    case CodeWords::macro:
      return macro_words();
    case CodeWords::tools_label:
      return tools_labels();
    case CodeWords::macro_label:
      return macro_labels();
    case CodeWords::run_label:
      return run_labels();
    case CodeWords::prompt_name:
      return prompt_names();
  }
  return console_titles();
}

}  // namespace

bool says(CodeWords which, std::string_view text) {
  return !text.empty() && patterns_of(which).match(normalise(text).text).has_value();
}

}  // namespace interlock::gate
