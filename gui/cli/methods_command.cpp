// SPDX-License-Identifier: GPL-3.0-or-later
// The guide to the methods: made from their descriptors, which say all that is told here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "core/base/text.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"
#include "solvers/options/options.h"
#include "solvers/reference/ida.h"

namespace holonom::cli {
namespace {

std::string orderOf(const MethodDescriptor& method) {
  const OrderRange& range = method.orders;
  if (method.order > 0) return std::to_string(method.order);
  if (range.most < range.least) return "–";
  if (range.apart == 1 && range.most > range.least + 1) return tr("{} to {}", range.least, range.most);
  std::string orders;
  const int shown = range.least + 2 * range.apart;  // the rest goes on in the same way
  for (int order = range.least; order <= std::min(shown, range.most); order += range.apart)
    orders += (orders.empty() ? "" : ", ") + std::to_string(order);
  return shown < range.most ? tr("{} … {}", orders, range.most) : orders;
}

Text inWords(StiffSteps steps) {
  switch (steps) {
    case StiffSteps::Short: return Text("no");
    case StiffSteps::FastDampers: return Text("dampers");
    case StiffSteps::Long: return Text("yes");
  }
  return {};
}

Text inWords(LongRuns runs) {
  switch (runs) {
    case LongRuns::ErrorsAddUp: return Text("errors add up");
    case LongRuns::Damped: return Text("damped");
    case LongRuns::LinearOnly: return Text("linear only");
    case LongRuns::Bounded: return Text("energy stays");
  }
  return {};
}

/// What an event costs.
Text eventsOf(const MethodDescriptor& method) {
  const MethodProperties properties = method.properties({.index = method.indices.front()});
  if (method.buildsUpOrder) return properties.beginsFromPast ? Text("keeps order") : Text("from order 1");
  return properties.startsItself ? Text("goes on") : Text("short step");
}

Text realTimeOf(const MethodDescriptor& method) {
  if (!method.reads(MethodOption::FixedStep)) return Text("no");
  switch (method.stepWork) {
    case StepWork::Varies: return Text("work varies");
    case StepWork::Known: return Text("yes");
    case StepWork::InputsAtStart: return Text("made for it");
  }
  return {};
}

TextTable table(const std::string& quote) {
  TextTable table({tr("method"), tr("index"), tr("order"), tr("stiff"), tr("events"), tr("long runs"),
                   tr("real time"), tr("cost per step"), tr("default rtol")});
  for (const MethodDescriptor& method : methods()) {
    const bool prescribed = method.role == MethodRole::Prescribed,
               steps = !prescribed && method.role != MethodRole::Chooses;
    const auto told = [](bool known, const std::string& fact) { return known ? fact : "–"; };
    table.addRow({quote + method.name + quote, formsOf(method), orderOf(method),
                  told(!prescribed, inWords(method.stiff)), eventsOf(method),
                  told(steps, inWords(method.longRuns)), realTimeOf(method), method.costPerStep,
                  shortNumber(method.defaultRtol)});
  }
  return table;
}

struct Column {
  Text name, meaning;
};

constexpr Column kColumns[] = {
    {Text("index"),
     Text("the forms that it integrates, the usual one first: 3 keeps joints closed by their "
          "positions, 2 by velocities as well (smooth reactions), 1 by accelerations as well")},
    {Text("order"),
     Text(
         "p: half the step leaves an error 2^p times smaller; of adams p is that of its predictor, which its "
         "corrector raises by one, so that errors are 2^(p + 1) times smaller")},
    {Text("stiff"), Text("whether steps may be longer than stiff springs and dampers, which nobody wants to "
                         "follow, would allow: yes; only where the fast parts fade (dampers); no")},
    {Text("events"),
     Text("how it goes on behind an impact or a switch: with the step and order it had (goes "
          "on), with its order from a past made for it (keeps order), with a short step first, "
          "or from order 1")},
    {Text("long runs"),
     Text(
         "what becomes of the energy of a vibration after very many steps: errors add up, "
         "in either direction; numerical damping takes it away (damped); it stays for linear vibrations, but "
         "drifts for other motions (linear only); it stays")},
    {Text("real time"),
     Text("whether its steps can keep pace with a clock: yes with a fixed step whose work is "
          "known; made for it where inputs are needed at the start of a step only; with an "
          "iteration the work varies, and a step may be late")},
    {Text("cost per step"), Text("an evaluation solves for the accelerations once; an iteration solves the "
                                 "equations of the step, with a matrix that serves many steps")}};

/// Methods of each family, in the order of the list.
template <class Tell>
void forEachFamily(Tell tell) {
  std::vector<const MethodFamily*> told;
  for (const MethodDescriptor& first : methods()) {
    if (std::find(told.begin(), told.end(), first.family) != told.end()) continue;
    told.push_back(first.family);
    std::vector<const MethodDescriptor*> members;
    for (const MethodDescriptor& method : methods())
      if (method.family == first.family) members.push_back(&method);
    tell(*first.family, members);
  }
}

void printGuide() {
  std::cout << table("").text() << '\n';
  for (const Column& column : kColumns) std::cout << column.name << ": " << column.meaning << ".\n";
  forEachFamily([](const MethodFamily& family, const std::vector<const MethodDescriptor*>& members) {
    std::cout << '\n' << family.name << '\n' << family.history << '\n';
    for (const MethodDescriptor* method : members)
      std::cout << "  " << method->name << ": " << method->label << ". " << method->whenToChoose << '\n';
  });
  if (!noteOnReference().empty()) std::cout << '\n' << noteOnReference() << '\n';
}

void printPage() {
  std::cout
      << "# " << tr("Methods") << "\n\n"
      << tr("What each method is good for. `holonom methods` prints this page from what the program knows "
            "of its methods, and `holonom method NAME` measures one of them: order, stability and damping.")
      << "\n\n"
      << table("`").markdown() << "\n| " << tr("column") << " | " << tr("meaning") << " |\n|---|---|\n";
  for (const Column& column : kColumns) std::cout << "| " << column.name << " | " << column.meaning << " |\n";
  forEachFamily([](const MethodFamily& family, const std::vector<const MethodDescriptor*>& members) {
    std::cout << "\n## " << family.name << "\n\n" << family.history << "\n\n";
    for (const MethodDescriptor* method : members)
      std::cout << "- `" << method->name << "`, " << method->label << ". " << method->whenToChoose << '\n';
  });
}

class MethodsCommand : public Command {
 public:
  const char* name() const override { return "methods"; }
  const char* synopsis() const override { return "[--markdown]"; }
  Text purpose() const override {
    return Text(
        "The guide to the integration methods: what each is good for, what it costs, when to choose it "
        "and where it comes from.");
  }
  void addArguments(CLI::App& app) override {
    app.add_flag("--markdown", asPage_, tr("as the page of the manual"));
  }

  int execute() override {
    if (asPage_) printPage();
    else printGuide();
    return kSuccess;
  }

 private:
  bool asPage_ = false;
};

}  // namespace

std::unique_ptr<Command> makeMethodsCommand() { return std::make_unique<MethodsCommand>(); }

}  // namespace holonom::cli
