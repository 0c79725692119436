// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "gui/viewport/tools/tool.h"

namespace holonom {

/// What is built from places that were pointed at one after the other.
struct PlacesRecipe {
  using Places = std::vector<Pointer>;
  enum class Rubber { None, Bar, Line, Direction, Circle, Wheel, Arrow, Plate };

  QString name;                ///< of the step of the history
  std::vector<QString> hints;  ///< before each place; the last one stays
  Rubber rubber = Rubber::None;
  /// How many places it takes when these are known; 0: until the first is met again or Enter is pressed.
  std::function<int(const Mechanism&, const Places&)> count;
  /// Builds; an empty text when done, else why not.
  std::function<QString(Mechanism&, const Places&, PartRef& made)> build;
  bool closes = false;  ///< joints that it makes may have to be closed
};

/// Collects places by clicks, or two of them by a drag, and builds from them what the recipe says. A length
/// and an angle may be typed while a link is drawn: "0.25", "250 mm", "0.25 < 30".
class PlacesTool : public Tool {
 public:
  PlacesTool(ToolHost& host, PlacesRecipe recipe) : Tool(host), recipe_(std::move(recipe)) {}

  QString hint() const override;
  bool press(const Pointer& pointer) override;
  void move(const Pointer& pointer, bool held) override;
  void release(const Pointer& pointer) override;
  bool cancel() override;
  void forgetRefusal() override { refusal_.clear(); }
  bool type(const QKeyEvent& key) override;
  Typing typing() const override;
  Preview preview() const override;

 private:
  void take(const Pointer& pointer);
  void build();
  void finish(Mechanism built, const PartRef& made);
  bool fits(const Mechanism& changed);
  Vector2 wanted() const;  // where the next place would be: at the mouse, or as typed
  bool isLength() const { return recipe_.rubber == PlacesRecipe::Rubber::Bar && !places_.empty(); }

  PlacesRecipe recipe_;
  std::vector<Pointer> places_;
  Pointer last_;
  QString typed_, refusal_;
  bool pressedHere_ = false, dragged_ = false;
};

/// Reads "0.25", "250 mm", "25cm < 30", a number alone in the unit that is shown; false while it is no
/// length. The angle (rad) is left alone when none is given.
bool readLength(const QString& text, const ShownUnits& units, double& length, double& angle);

}  // namespace holonom
