// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/summary_report.h"

#include <algorithm>
#include <cstdio>

#include "core/base/text.h"
#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

std::string asKey(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c == ' ' || c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return name;
}

JsonDocument optionsDocument(const SimulationOptions& options, const std::set<std::string>* only = nullptr) {
  JsonDocument document;
  for (const OptionField& field : optionFields())
    document.setFromText(field.name, !only || only->count(field.name) ? field.get(options) : "");
  return document;
}

JsonDocument causesDocument(const Counts& counts) {
  JsonDocument document;
  for (std::size_t cause = 0; cause < counts.rejectedByCause.size(); ++cause)
    document.set(asKey(toString(static_cast<RejectionCause>(cause))), counts.rejectedByCause[cause]);
  return document;
}

JsonDocument realTimeDocument(const RealTimeReport& report) {
  return JsonDocument()
      .set("step", report.step)
      .set("steps", report.steps)
      .set("late", report.late)
      .set("too_long", report.tooLong)
      .set("worst", report.worst)
      .set("jitter_mean", report.meanJitter)
      .set("jitter_99", report.jitter99)
      .set("jitter_largest", report.largestJitter)
      .set("load_mean", report.load)
      .set("load_largest", report.largestLoad)
      .set("verdict", report.verdict());
}

/// "1.2 ms"
std::string milliseconds(double seconds) { return tr("{} ms", shortNumber(1e3 * seconds)); }

std::string shareInPercent(double part) { return shortNumber(100 * part) + " %"; }

std::string lateText(const RealTimeReport& report) {
  if (report.late == 0) return trn(report.steps, "none of one step late", "none of {} steps late");
  return tr("{} of {} steps late, worst {}; {} of them took longer than their {}", report.late, report.steps,
            milliseconds(report.worst), report.tooLong, milliseconds(report.step));
}

JsonDocument timesDocument(const PhaseTimes& times) {
  return JsonDocument()
      .set("assembly", times.assembly)
      .set("residual", times.residual)
      .set("jacobian", times.jacobian)
      .set("factorization", times.factorization)
      .set("solve", times.solve)
      .set("output", times.output)
      .set("total", times.total);
}

std::string causesText(const Counts& counts) {
  std::string out;
  for (std::size_t cause = 0; cause < counts.rejectedByCause.size(); ++cause) {
    if (counts.rejectedByCause[cause] == 0) continue;
    out += (out.empty() ? " (" : ", ") + inWords(static_cast<RejectionCause>(cause)).str() + ' ' +
           std::to_string(counts.rejectedByCause[cause]);
  }
  return out.empty() ? out : out + ')';
}

std::vector<JsonDocument> eventDocuments(const std::vector<Event>& events) {
  std::vector<JsonDocument> documents;
  for (const Event& event : events)
    documents.push_back(JsonDocument().set("t", event.t).set("name", event.name).set("what", event.what));
  return documents;
}

std::vector<std::string> eventLines(const Summary& summary) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(kMost, summary.events.size()); ++i)
    lines.push_back("t = " + shortNumber(summary.events[i].t) + " s: " + summary.events[i].name + ' ' +
                    summary.events[i].what);
  if (summary.counts.events > static_cast<long>(lines.size()))
    lines.push_back(
        tr("and {} more; --summary writes all", summary.counts.events - static_cast<long>(lines.size())));
  return lines;
}

std::vector<std::string> textsOf(const std::vector<Warning>& warnings) {
  std::vector<std::string> texts;
  for (const Warning& warning : warnings) texts.push_back(warning.text);
  return texts;
}

}  // namespace

std::string programVersion() { return std::string("holonom ") + HOLONOM_VERSION; }

JsonDocument summaryDocument(const std::string& model, const Summary& summary,
                             const std::set<std::string>& given) {
  const Counts& counts = summary.counts;
  JsonDocument document;
  document.set("program", programVersion())
      .set("model", model)
      .set("steps", counts.steps)
      .set("rejected", counts.rejected)
      .set("residuals", counts.residuals)
      .set("jacobians", counts.jacobians)
      .set("factorizations", counts.factorizations)
      .set("newton_iterations", counts.newtonIterations)
      .set("rejected_by_cause", causesDocument(counts))
      .set("jacobian_reuses", counts.jacobianReuses)
      .set("order_lowered_for_stability", counts.loweredForStability)
      .set("errors_of_all_steps", counts.errors)
      .set("cpu_seconds", summary.times.total)
      .set("times", timesDocument(summary.times))
      .set("termination", toString(summary.termination))
      .set("message", summary.message)
      .set("time", summary.time)
      .set("largest_drift", JsonDocument()
                                .set("position", summary.largestDriftPosition)
                                .set("velocity", summary.largestDriftVelocity)
                                .set("acceleration", summary.largestDriftAcceleration))
      .set("energy_error", summary.energyError)
      .set("spike_metric", summary.spikeMetric)
      .set("options_given", optionsDocument(summary.given, &given))
      .set("options_used", optionsDocument(summary.used))
      .set("redundant_constraints", textsOf(summary.redundantConstraints))
      .set("reactions_not_unique", textsOf(summary.ambiguousReactions))
      .set("singular_configurations", summary.singularConfigurations)
      .set("remarks", summary.remarks)
      .set("event_count", counts.events)
      .set("events", eventDocuments(summary.events))
      .set("warnings", textsOf(summary.warnings));
  if (summary.realTime) document.set("real_time", realTimeDocument(*summary.realTime));
  return document;
}

std::string summaryText(const std::string& model, const Summary& summary) {
  const Counts& counts = summary.counts;
  const auto line = [](const std::string& name, const std::string& value) {
    const std::string fill(std::max<std::size_t>(16, displayWidth(name)) - displayWidth(name) + 1, ' ');
    return "  " + name + fill + value + '\n';
  };
  std::string out = model + ": " + shortLabel(summary.used) + ", rtol " +
                    shortNumber(usedRtol(summary.used)) + ", atol " + shortNumber(usedAtol(summary.used)) +
                    '\n';
  out += line(tr("ended"), tr("{} at t = {} s", inWords(summary.termination), shortNumber(summary.time)));
  out += line(tr("steps"), tr("{}, rejected {}", counts.steps, counts.rejected) + causesText(counts));
  out += line(
      tr("work"),
      tr("{} Newton iterations, {} residuals, {} Jacobians, {} factorizations, {} steps with a reused one",
         counts.newtonIterations, counts.residuals, counts.jacobians, counts.factorizations,
         counts.jacobianReuses));
  if (counts.loweredForStability > 0)
    out += line(tr("order"), tr("lowered {} times to keep high orders stable", counts.loweredForStability));
  if (const auto& report = summary.realTime) {
    out += line(tr("real time"), report->verdict());
    out += line(tr("late"), lateText(*report));
    out += line(tr("jitter"), tr("mean {}, 99 % below {}, largest {}", milliseconds(report->meanJitter),
                                 milliseconds(report->jitter99), milliseconds(report->largestJitter)));
    out += line(tr("computing"), tr("{} of a step of {}, at the most {}", shareInPercent(report->load),
                                    milliseconds(report->step), shareInPercent(report->largestLoad)));
  }
  out += line(tr("CPU time"), shortNumber(summary.times.total) + " s");
  out += line(tr("largest drift"),
              tr("position {}, velocity {}, acceleration {}", shortNumber(summary.largestDriftPosition),
                 shortNumber(summary.largestDriftVelocity), shortNumber(summary.largestDriftAcceleration)));
  out += line(tr("energy error"), shortNumber(summary.energyError) + " J");
  out += line(tr("spike metric"), shortNumber(summary.spikeMetric));
  for (const std::string& remark : summary.remarks) out += line(tr("note"), remark);
  for (const std::string& event : eventLines(summary)) out += line(tr("event"), event);
  for (const Warning& warning : summary.warnings) out += line(tr("warning"), warning.text);
  return out;
}

}  // namespace holonom::cli
