// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_story.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/text.h"

namespace holonom {
namespace {

constexpr double kSameSize = 1.05;  // a step is not called cut for less

/// "0.1043", "1.2·10⁻⁴".
std::string number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  std::string result = text;
  const std::size_t e = result.find('e');
  if (e == std::string::npos) return result;
  static constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const int exponent = std::atoi(result.c_str() + e + 1);
  std::string power = exponent < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(exponent))) power += kRaised[digit - '0'];
  return result.substr(0, e) + "·10" + power;
}

/// "4×"; "2.5×" below ten.
std::string factor(double ratio) {
  const double rounded = ratio < 9.5 ? std::round(2 * ratio) / 2 : std::round(ratio);
  return number(rounded < 1.5 ? std::round(10 * ratio) / 10 : rounded, 6) + "×";
}

std::string coordinate(const StepFacts& facts, int index) {
  if (index < 0 || index >= static_cast<int>(facts.coordinates.size())) return "";
  return quantityPhrase(facts.coordinates[static_cast<std::size_t>(index)]);
}

std::string causes(RejectionCause cause, long count) {
  switch (cause) {
    case RejectionCause::ErrorTest: return trn(count, "an error test", "{} error tests");
    case RejectionCause::NewtonDivergence:
      return trn(count, "a Newton iteration that diverged", "{} Newton iterations that diverged");
    case RejectionCause::NewtonSlow:
      return trn(count, "a Newton iteration that converged too slowly",
                 "{} Newton iterations that converged too slowly");
    case RejectionCause::SingularMatrix:
      return trn(count, "a singular matrix", "{} attempts with a singular matrix");
    case RejectionCause::NotFinite:
      return trn(count, "a value that was not a finite number",
                 "{} attempts with values that were not finite numbers");
    case RejectionCause::NotClosed:
      return trn(count, "a step that did not come back to the constraints",
                 "{} steps that did not come back to the constraints");
  }
  return "";
}

/// "an error test and 2 Newton iterations that diverged", the most frequent first.
std::string allCauses(const std::vector<Rejection>& rejections) {
  std::array<std::pair<long, int>, kRejectionCauses> counts;
  for (int i = 0; i < kRejectionCauses; ++i) counts[static_cast<std::size_t>(i)] = {0, i};
  for (const Rejection& rejection : rejections) --counts[static_cast<std::size_t>(rejection.cause)].first;
  std::sort(counts.begin(), counts.end());
  std::string text;
  for (const auto& [count, cause] : counts)
    if (count < 0) {
      const std::string part = causes(static_cast<RejectionCause>(cause), -count);
      text = text.empty() ? part : tr("{} and {}", text, part);
    }
  return text;
}

const Rejection* worst(const std::vector<Rejection>& rejections) {
  const Rejection* found = nullptr;
  const auto weight = [](const Rejection& r) { return std::isfinite(r.error) ? r.error : 0; };
  for (const Rejection& rejection : rejections) {
    if (rejection.coordinate < 0) continue;
    if (!found || weight(rejection) > weight(*found)) found = &rejection;
  }
  return found;
}

/// What the worst attempt was about: "y of crank exceeded its tolerance 6.2 times".
std::string blame(const StepFacts& facts) {
  const Rejection* rejection = worst(facts.rejections);
  const std::string name = rejection ? coordinate(facts, rejection->coordinate) : "";
  if (name.empty()) return "";
  const bool several = facts.rejections.size() > 1;
  const bool isTest = rejection->cause == RejectionCause::ErrorTest;
  const std::string times = number(rejection->error, 2);
  if (isTest && times == "1") return tr("{} just exceeded its tolerance", name);
  if (isTest && rejection->error > 1)
    return several ? tr("{} exceeded its tolerance up to {} times", name, times)
                   : tr("{} exceeded its tolerance {} times", name, times);
  return tr("it moved {} most", name);
}

/// "an error test: y of crank exceeded its tolerance 6.2 times"
std::string causesAndBlame(const StepFacts& facts) {
  const std::string about = blame(facts);
  return allCauses(facts.rejections) + (about.empty() ? "" : ": " + about);
}

std::string rejectionClause(const StepFacts& facts) {
  const double ratio = facts.rejections.front().h / facts.h;
  const std::string why = causesAndBlame(facts);
  return ratio >= kSameSize ? tr("step cut {} after {}", factor(ratio), why)
                            : tr("step tried again after {}", why);
}

std::string eventList(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += (text.empty() ? "" : ", ") + event.name + ' ' + event.what;
  return text;
}

std::string newStartClause(const StepFacts& facts) {
  if (!facts.eventsBefore.empty())
    return tr("the method starts anew at order {} behind an event ({})", facts.order,
              eventList(facts.eventsBefore));
  if (facts.formerOrder == 0) return tr("first step of the run, order {}", facts.order);
  return facts.note.orderReason.kind == OrderReason::Kind::Restart
             ? tr("the method starts anew at order {} {}", facts.order, facts.note.orderReason.text)
             : tr("the method starts anew at order {}", facts.order);
}

std::string stabilityClause(const StepFacts& facts) {
  return facts.order < facts.formerOrder
             ? tr("order lowered from {} to {}: a higher order would lose stability, its differences grow",
                  facts.formerOrder, facts.order)
             : tr("order held at {}: a higher order would lose stability, its differences grow", facts.order);
}

std::string orderClause(const StepFacts& facts) {
  const OrderReason& reason = facts.note.orderReason;
  if (facts.order == 0) return tr("a step by other means, {}", reason.text);
  if (facts.note.restarted) return newStartClause(facts);
  if (reason.kind == OrderReason::Kind::Passage) return tr("the step {}", reason.text);
  if (facts.note.loweredForStability) return stabilityClause(facts);
  if (facts.formerOrder == 0 || facts.order == facts.formerOrder) return "";
  const std::string change = facts.order > facts.formerOrder
                                 ? tr("order raised from {} to {}", facts.formerOrder, facts.order)
                                 : tr("order lowered from {} to {}", facts.formerOrder, facts.order);
  return facts.rejections.empty() ? change + ": " + reason.text.str() : change;
}

std::string newtonClause(const StepFacts& facts) {
  std::string text = trn(facts.newtonIterations, "one Newton iteration", "{} Newton iterations");
  if (facts.note.rate > 0) text = tr("{} (each leaves {} of the error)", text, number(facts.note.rate, 2));
  return text + ", " +
         (facts.jacobians == 0 ? tr("Jacobian reused")
                               : trn(facts.jacobians, "one new Jacobian", "{} new Jacobians"));
}

std::string resultClause(const StepFacts& facts) {
  std::string text = tr("accepted with h = {} s", number(facts.h, 3));
  if (facts.order > 0) text += ", " + tr("order {}", facts.order);
  if (facts.newtonIterations > 0) text += ", " + newtonClause(facts);
  const std::string name = coordinate(facts, facts.note.dominantCoordinate);
  if (!name.empty() && facts.note.error > 0)
    text += ", " + tr("error {} of the tolerance, most in {}", number(facts.note.error, 2), name);
  return text;
}

std::string tellOfEnd(const StepFacts& facts) {
  if (facts.rejections.empty()) return "";
  const double smallest =
      std::min_element(facts.rejections.begin(), facts.rejections.end(), [](const auto& a, const auto& b) {
        return a.h < b.h;
      })->h;
  return tr("the run ended here after {}; the smallest step tried was {} s", causesAndBlame(facts),
            number(smallest, 2));
}

int whole(const Recording& recording, std::size_t row, const char* name) {
  const int channel = recording.channelIndex(name);
  return channel < 0 ? 0 : static_cast<int>(std::lround(recording.value(row, channel)));
}

}  // namespace

StepFacts factsOf(const Recording& recording, std::size_t row) {
  StepFacts facts;
  const int size = recording.channelIndex("step.h");
  facts.t = recording.time(row);
  facts.h = size < 0 ? 0 : recording.value(row, size);
  facts.order = whole(recording, row, "step.order");
  facts.newtonIterations = whole(recording, row, "step.newton");
  facts.jacobians = whole(recording, row, "step.jacobians");
  facts.note = recording.note(row);
  facts.rejections = recording.rejections(facts.note.firstRejection, facts.note.rejections);
  facts.coordinates = unknownsOf(recording.channels());
  if (row > 0) facts.formerOrder = whole(recording, row - 1, "step.order");
  const double start = row > 0 ? recording.time(row - 1) : facts.t;
  const bool jumps = row + 1 < recording.size() && recording.isBehindJump(row + 1);
  const bool ends = whole(recording, jumps ? row + 1 : row, "step.events") > 0;
  const bool begins = row > 0 && whole(recording, row - 1, "step.events") > 0;
  if (recording.eventCount() == 0) return facts;
  const double close = 1e-9 * std::max(facts.h, std::abs(facts.t));
  for (Event& event : recording.events()) {
    if (ends && std::abs(event.t - facts.t) <= close) facts.events.push_back(std::move(event));
    else if (begins && std::abs(event.t - start) <= close) facts.eventsBefore.push_back(std::move(event));
    else if (event.t > start + close && event.t < facts.t - close)
      facts.eventsWithin.push_back(std::move(event));
  }
  return facts;
}

StepFacts factsOfAbandonedStep(const Recording& recording) {
  StepFacts facts;
  facts.accepted = false;
  const std::size_t rows = recording.size();
  std::size_t first = 0;
  if (rows > 0) {
    const StepNote& last = recording.note(rows - 1);
    first = last.firstRejection + last.rejections;
    facts.t = recording.time(rows - 1);
  }
  facts.rejections = recording.rejections(first);
  facts.coordinates = unknownsOf(recording.channels());
  return facts;
}

int decidingCoordinate(const StepFacts& facts) {
  const Rejection* rejection = worst(facts.rejections);
  return rejection ? rejection->coordinate : facts.note.dominantCoordinate;
}

std::string quantityPhrase(const Channel& channel) {
  if (channel.part.empty() || !channel.name.starts_with(channel.part + ".")) return channel.name;
  std::string quantity = channel.name.substr(channel.part.size() + 1);
  if (quantity.starts_with("lambda")) quantity = "λ" + quantity.substr(6);
  if (quantity == "theta") quantity = "θ";
  return tr("{} of {}", quantity, channel.part);
}

std::string tell(const StepFacts& facts) {
  std::string text = "t = " + number(facts.t, 6) + " s: ";
  if (!facts.accepted) return text + tellOfEnd(facts) + ".";
  if (facts.h == 0) return text + tr("start of the run.");
  if (!facts.rejections.empty()) text += rejectionClause(facts) + "; ";
  if (const std::string order = orderClause(facts); !order.empty()) text += order + "; ";
  text += resultClause(facts);
  for (const Event& event : facts.eventsWithin)
    text += "; " + tr("within it, at t = {} s: {} {}", number(event.t, 6), event.name, event.what);
  if (!facts.events.empty()) text += "; " + tr("at its end: {}", eventList(facts.events));
  return text + ".";
}

}  // namespace holonom
