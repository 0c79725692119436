// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "solvers/options/options.h"

class QComboBox;
class QLabel;
class QWidget;

namespace holonom {

/// One line of the solver settings, made from the description of the option: the fitting input widget and its
/// label.
class OptionEditor : public QObject {
  Q_OBJECT
 public:
  /// Of a run that is compared an option may be left as the main run has it: an empty text, and a
  /// choice of its own.
  enum class Of { MainRun, ComparedRun };
  OptionEditor(const OptionField& field, QWidget* parent, Of of = Of::MainRun);

  const OptionField& field() const { return field_; }
  QWidget* input() const { return input_; }
  QLabel* label() const { return label_; }
  bool isOfUse(const SimulationOptions& options) const;  ///< it applies to the method and leaves a choice

  /// takes the value over without reporting an edit; nothing is wrong any more
  void show(const SimulationOptions& options);
  /// The same for a compared run: the value that it sets itself, empty for none, and the options without it.
  void showOwn(const QString& value, const SimulationOptions& otherwise);
  QString entry() const;                  ///< what is typed; empty for what is chosen
  void setError(const QString& message);  ///< empty: the value is fine
  const QString& error() const { return error_; }
  void finish();  ///< what is being typed counts

 signals:
  void edited(const QString& value);
  void typing(const QString& value);  ///< not finished

 private:
  QWidget* makeChoice();
  void fillChoices(QComboBox& combo) const;
  QWidget* makeSwitch();
  QWidget* makeText();
  void fillIndices(const std::string& method);
  void showText(const QString& value, const QString& placeholder);
  void showInfluence(const std::string& whyNone);  // "": it has some
  QString placeholder(const SimulationOptions& options) const;

  OptionField field_;
  Of of_;
  QLabel* label_;
  QWidget* input_;
  QString help_, error_;
};

}  // namespace holonom
