// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/summary_report.h"

#include <algorithm>
#include <cstdio>

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
    out += (out.empty() ? " (" : ", ") + std::string(toString(static_cast<RejectionCause>(cause))) + ' ' +
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
    lines.push_back("and " + std::to_string(summary.counts.events - static_cast<long>(lines.size())) +
                    " more; --summary writes all");
  return lines;
}

}  // namespace

std::string programVersion() { return std::string("holonom ") + HOLONOM_VERSION; }

JsonDocument summaryDocument(const std::string& model, const Summary& summary,
                             const std::set<std::string>& given) {
  const Counts& counts = summary.counts;
  return JsonDocument()
      .set("program", programVersion())
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
      .set("redundant_constraints", summary.redundantConstraints)
      .set("reactions_not_unique", summary.ambiguousReactions)
      .set("singular_configurations", summary.singularConfigurations)
      .set("remarks", summary.remarks)
      .set("event_count", counts.events)
      .set("events", eventDocuments(summary.events))
      .set("warnings", summary.warnings);
}

std::string summaryText(const std::string& model, const Summary& summary) {
  const Counts& counts = summary.counts;
  const auto line = [](const char* name, const std::string& value) {
    char left[32];
    std::snprintf(left, sizeof left, "  %-16s ", name);
    return left + value + '\n';
  };
  std::string out = model + ": " + shortLabel(summary.used) + ", rtol " +
                    shortNumber(usedRtol(summary.used)) + ", atol " + shortNumber(usedAtol(summary.used)) +
                    '\n';
  out += line("ended",
              std::string(toString(summary.termination)) + " at t = " + shortNumber(summary.time) + " s");
  out += line("steps", std::to_string(counts.steps) + ", rejected " + std::to_string(counts.rejected) +
                           causesText(counts));
  out +=
      line("work", std::to_string(counts.newtonIterations) + " Newton iterations, " +
                       std::to_string(counts.residuals) + " residuals, " + std::to_string(counts.jacobians) +
                       " Jacobians, " + std::to_string(counts.factorizations) + " factorizations, " +
                       std::to_string(counts.jacobianReuses) + " steps with a reused one");
  if (counts.loweredForStability > 0)
    out += line("order", "lowered " + std::to_string(counts.loweredForStability) +
                             " times to keep high orders stable");
  out += line("CPU time", shortNumber(summary.times.total) + " s");
  out += line("largest drift", "position " + shortNumber(summary.largestDriftPosition) + ", velocity " +
                                   shortNumber(summary.largestDriftVelocity) + ", acceleration " +
                                   shortNumber(summary.largestDriftAcceleration));
  out += line("energy error", shortNumber(summary.energyError) + " J");
  out += line("spike metric", shortNumber(summary.spikeMetric));
  for (const std::string& remark : summary.remarks) out += line("note", remark);
  for (const std::string& event : eventLines(summary)) out += line("event", event);
  for (const std::string& warning : summary.warnings) out += line("warning", warning);
  return out;
}

}  // namespace holonom::cli
