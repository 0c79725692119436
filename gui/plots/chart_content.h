// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QPointF>
#include <memory>
#include <optional>
#include <vector>

#include "gui/base/background_job.h"
#include "gui/plots/plot_curve.h"
#include "gui/plots/spectrum.h"

namespace holonom {

/// How a pane shows its channels: over time, against another channel, as amplitudes over frequency, as
/// numbers.
enum class PaneMode { Time, Phase, Spectrum, Table };

/// The curves of one pane in the form that its mode asks for: what to draw, how large it is, and where the
/// cursor is.
class ChartContent {
 public:
  using Curves = std::vector<std::unique_ptr<PlotCurve>>;

  /// `abscissae` holds the channel of the horizontal axis once for each recording; used in phase plots only.
  void set(Curves curves, Curves abscissae, PaneMode mode);
  const Curves& curves() const { return curves_; }
  const Curves& abscissae() const { return abscissae_; }
  PaneMode mode() const { return mode_; }

  /// Takes in new rows, at most `most` per curve. Returns whether some may be seen in the window of time.
  bool takeIn(std::size_t most, AxisRange window);
  /// Takes over spectra that were computed beside the window. Returns whether there were any, or whether it
  /// is time to compute them again because rows have come.
  bool takeSpectra();
  /// How far the curves have grown in time since the last sample(), in parts of the window.
  double growth(AxisRange window) const;

  /// Prepares what points() and the extents tell; spectra follow later when they must be computed.
  void sample(AxisRange window, int columns);
  /// of the whole in phase plots; in spectra as far as there is something to see
  AxisRange horizontalExtent() const;
  double highestFrequency() const;        ///< of all spectra, Hz
  AxisRange extent(int side) const;       ///< axis coordinates; low > high where there is nothing
  AxisRange wholeExtent(int side) const;  ///< with what runs that broke off ran away to at their ends
  QList<QPointF> points(std::size_t curve, AxisRange x, AxisRange y, int columns) const;
  bool isComputing() const { return spectra_.busy(); }

  /// Where the curve is at time t in a phase plot, in axis coordinates.
  std::optional<QPointF> pointAt(std::size_t curve, double t) const;
  /// The time at which some curve passed closest to a point that is given in parts (0 … 1) of the axes. NaN:
  /// no curve.
  double timeNear(QPointF at, AxisRange x, const std::vector<AxisRange>& y) const;
  /// Amplitude at the line next to a frequency; NaN while there is none.
  double amplitudeNear(std::size_t curve, double frequency) const;

 private:
  using Spectra = std::vector<std::vector<SpectrumLine>>;
  struct Request {
    AxisRange window;
    std::vector<std::size_t> rows;
    bool operator==(const Request&) const = default;
  };
  std::vector<std::size_t> rowCounts() const;
  const PlotCurve* abscissaOf(const PlotCurve& curve) const;
  void requestSpectra(AxisRange window);
  QList<QPointF> spectrumPoints(std::size_t curve, AxisRange x, AxisRange y, int columns) const;

  Curves curves_, abscissae_;
  PaneMode mode_ = PaneMode::Time;
  std::vector<double> sampledTo_;  // last time of each curve then, s
  BackgroundJob<Spectra> spectra_;
  std::optional<Request> requested_;
  QElapsedTimer sinceRequest_;
  bool outdated_ = false;  // what is being computed belongs to curves that are gone
  Spectra lines_;
};

}  // namespace holonom
