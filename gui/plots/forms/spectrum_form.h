// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <vector>

#include "gui/base/job.h"
#include "gui/plots/forms/curve_form.h"
#include "gui/plots/forms/plot_form.h"
#include "gui/plots/spectrum.h"

namespace holonom {

inline constexpr char kSpectrumForm[] = "spectrum";

/// Amplitudes over frequency of the stretch of time that all panes show.
PlotForm spectrumForm();

/// Spectra are computed beside the window. The cursor is a frequency, that of the last click.
class SpectrumForm : public CurveForm {
 public:
  void forget() override;
  void sample(CurveSet& set, AxisRange window, int columns) override;
  /// Also when it is time to compute spectra again because rows have come.
  bool takeResults(const CurveSet& set) override;
  bool isComputing() const override { return job_.busy(); }

  /// As far as there is something to see.
  AxisRange extent(const CurveSet& set, std::size_t curve) const override;
  AxisRange horizontalExtent(const CurveSet& set) const override;
  AxisRange shown(AxisRange fitted, AxisRange extent) const override;
  AxisRange allowed(AxisRange wanted, const ValueAxis& axis) const override;
  QList<QPointF> points(const CurveSet& set, std::size_t curve, const ChartFrame& frame) const override;

  std::optional<double> click(QPointF at, const ChartScene& scene) override;
  QStringList readOut(const ChartScene& scene) const override;
  void drawCursors(QPainter& painter, const ChartScene& scene) const override;
  QString textOf(const CurveSet& set, std::size_t curve, QPointF point) const override;

  double highestFrequency() const;  ///< of all spectra, Hz
  /// Amplitude at the line next to a frequency, Hz; NaN while there is none.
  double amplitudeNear(std::size_t curve, double frequency) const;

 private:
  using Spectra = std::vector<std::vector<SpectrumLine>>;
  struct Request {
    AxisRange window;
    std::vector<std::size_t> rows;
    bool operator==(const Request&) const = default;
  };

  Job<Spectra> job_;
  std::optional<Request> requested_;
  QElapsedTimer sinceRequest_;
  Spectra lines_;
  std::optional<double> frequency_;  // read out, Hz
};

}  // namespace holonom
