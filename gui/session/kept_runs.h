// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <memory>
#include <vector>

#include "gui/session/session.h"

namespace holonom {

class UnitSettings;

/// Curves that stay in the plots while the model changes, so that variants of it can be compared. They are
/// named by what sets their model and their options apart from the present ones, and go when another model is
/// opened.
class KeptRuns : public QObject {
  Q_OBJECT
 public:
  struct Curves {
    std::shared_ptr<const Recording> recording;
    QString label;  ///< "kept: mass of crank 0.5 kg"
    QString mark;   ///< "❶"
    QColor colour;
  };
  static constexpr std::size_t kMost = 3;

  KeptRuns(Session& session, Document& document, const UnitSettings& units, QObject* parent = nullptr);

  bool canKeep() const;
  bool keep();    ///< the main run; true: the oldest kept one made room
  void forget();  ///< all of them
  bool isEmpty() const { return kept_.empty(); }
  /// What sets the present model apart from the last one that was kept; empty when nothing does.
  QString presentWords() const;
  /// All but the runs that the session shows itself.
  std::vector<Curves> curves() const;

 signals:
  void changed();

 private:
  struct Kept {
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Mechanism> model;
    SimulationOptions options;
    std::size_t number;  // of its mark and colour, which it keeps
  };
  QString wordsFor(const Mechanism& mechanism, const Mechanism& other) const;
  QString labelOf(const Kept& kept, const std::string& name) const;

  Session& session_;
  Document& document_;
  const UnitSettings& units_;
  std::vector<Kept> kept_;  // the oldest first
  std::size_t numbered_ = 0;
};

}  // namespace holonom
