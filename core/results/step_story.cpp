// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_story.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace holonom {
namespace {

constexpr double kSameSize = 1.05;  // a step is not called cut for less
constexpr int kCauses = 5;

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

std::string plural(long count, const char* one, const char* many) {
  return count == 1 ? std::string("one ") + one : std::to_string(count) + " " + many;
}

std::string causes(RejectionCause cause, long count) {
  switch (cause) {
    case RejectionCause::ErrorTest:
      return count == 1 ? "an error test" : std::to_string(count) + " error tests";
    case RejectionCause::NewtonDivergence:
      return count == 1 ? "a Newton iteration that diverged"
                        : std::to_string(count) + " Newton iterations that diverged";
    case RejectionCause::NewtonSlow:
      return count == 1 ? "a Newton iteration that converged too slowly"
                        : std::to_string(count) + " Newton iterations that converged too slowly";
    case RejectionCause::SingularMatrix:
      return count == 1 ? "a singular matrix" : std::to_string(count) + " attempts with a singular matrix";
    case RejectionCause::NotFinite:
      return count == 1 ? "a value that was not a finite number"
                        : std::to_string(count) + " attempts with values that were not finite numbers";
  }
  return "";
}

/// "an error test and 2 Newton iterations that diverged", the most frequent first.
std::string allCauses(const std::vector<Rejection>& rejections) {
  std::array<std::pair<long, int>, kCauses> counts;
  for (int i = 0; i < kCauses; ++i) counts[static_cast<std::size_t>(i)] = {0, i};
  for (const Rejection& rejection : rejections) --counts[static_cast<std::size_t>(rejection.cause)].first;
  std::sort(counts.begin(), counts.end());
  std::string text;
  for (const auto& [count, cause] : counts)
    if (count < 0) text += (text.empty() ? "" : " and ") + causes(static_cast<RejectionCause>(cause), -count);
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

/// What the worst attempt was about: ": y of crank exceeded its tolerance 6.2 times".
std::string blame(const StepFacts& facts) {
  const Rejection* rejection = worst(facts.rejections);
  const std::string name = rejection ? coordinate(facts, rejection->coordinate) : "";
  if (name.empty()) return "";
  const bool several = facts.rejections.size() > 1;
  if (rejection->cause == RejectionCause::ErrorTest && number(rejection->error, 2) == "1")
    return ": " + name + " just exceeded its tolerance";
  if (rejection->cause == RejectionCause::ErrorTest && rejection->error > 1)
    return ": " + name + " exceeded its tolerance " + (several ? "up to " : "") +
           number(rejection->error, 2) + " times";
  return ": it moved " + name + " most";
}

std::string rejectionClause(const StepFacts& facts) {
  const double ratio = facts.rejections.front().h / facts.h;
  const std::string what = ratio >= kSameSize ? "step cut " + factor(ratio) : "step tried again";
  return what + " after " + allCauses(facts.rejections) + blame(facts);
}

std::string eventList(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += (text.empty() ? "" : ", ") + event.name + ' ' + event.what;
  return text;
}

std::string orderClause(const StepFacts& facts) {
  const StepNote& note = facts.note;
  const std::string reason = note.orderReason.text, order = std::to_string(facts.order);
  if (facts.order == 0) return "a step by other means, " + reason;
  if (note.restarted) {
    const std::string at = " at order " + order;
    if (!facts.eventsBefore.empty())
      return "the method starts anew" + at + " behind an event (" + eventList(facts.eventsBefore) + ")";
    if (facts.formerOrder == 0) return "first step of the run," + at.substr(3);
    return "the method starts anew" + at +
           (note.orderReason.kind == OrderReason::Kind::Restart ? " " + reason : "");
  }
  if (note.orderReason.kind == OrderReason::Kind::Passage) return "the step " + reason;
  const std::string change = " from " + std::to_string(facts.formerOrder) + " to " + order;
  if (note.loweredForStability) {
    const bool fell = facts.order < facts.formerOrder;
    return (fell ? "order lowered" + change : "order held at " + order) +
           ": a higher order would lose stability, its differences grow";
  }
  if (facts.formerOrder == 0 || facts.order == facts.formerOrder) return "";
  const std::string why = facts.rejections.empty() ? ": " + reason : "";
  return (facts.order > facts.formerOrder ? "order raised" : "order lowered") + change + why;
}

std::string resultClause(const StepFacts& facts) {
  std::string text = "accepted with h = " + number(facts.h, 3) + " s";
  if (facts.order > 0) text += ", order " + std::to_string(facts.order);
  if (facts.newtonIterations > 0) {
    text += ", " + plural(facts.newtonIterations, "Newton iteration", "Newton iterations");
    if (facts.note.rate > 0) text += " (each leaves " + number(facts.note.rate, 2) + " of the error)";
    text += facts.jacobians == 0 ? ", Jacobian reused"
                                 : ", " + plural(facts.jacobians, "new Jacobian", "new Jacobians");
  }
  const std::string name = coordinate(facts, facts.note.dominantCoordinate);
  if (!name.empty() && facts.note.error > 0)
    text += ", error " + number(facts.note.error, 2) + " of the tolerance, most in " + name;
  return text;
}

std::string tellOfEnd(const StepFacts& facts) {
  if (facts.rejections.empty()) return "";
  const double smallest =
      std::min_element(facts.rejections.begin(), facts.rejections.end(), [](const auto& a, const auto& b) {
        return a.h < b.h;
      })->h;
  return "the run ended here after " + allCauses(facts.rejections) + blame(facts) +
         "; the smallest step tried was " + number(smallest, 2) + " s";
}

std::vector<Channel> coordinatesOf(const Recording& recording) {
  std::vector<Channel> coordinates;
  for (const auto kind : {ChannelKind::Position, ChannelKind::Multiplier})
    for (const Channel& channel : recording.channels())
      if (channel.kind == kind) coordinates.push_back(channel);
  return coordinates;
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
  facts.coordinates = coordinatesOf(recording);
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
  facts.coordinates = coordinatesOf(recording);
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
  return quantity + " of " + channel.part;
}

std::string tell(const StepFacts& facts) {
  std::string text = "t = " + number(facts.t, 6) + " s: ";
  if (!facts.accepted) return text + tellOfEnd(facts) + ".";
  if (facts.h == 0) return text + "start of the run.";
  if (!facts.rejections.empty()) text += rejectionClause(facts) + "; ";
  if (const std::string order = orderClause(facts); !order.empty()) text += order + "; ";
  text += resultClause(facts);
  for (const Event& event : facts.eventsWithin)
    text += "; within it, at t = " + number(event.t, 6) + " s: " + event.name + ' ' + event.what;
  if (!facts.events.empty()) text += "; at its end: " + eventList(facts.events);
  return text + ".";
}

}  // namespace holonom
