// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/variant_row.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <algorithm>

#include "core/base/text.h"
#include "core/base/units.h"
#include "gui/base/guarded.h"
#include "gui/panels/calm_wheel.h"
#include "gui/panels/icons.h"
#include "gui/panels/tones.h"
#include "gui/panels/variant_settings.h"
#include "gui/plots/plot_palette.h"
#include "gui/session/compare_settings.h"
#include "gui/session/run_names.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

/// Colour and number, as the run has them in the plots.
QIcon swatch(std::size_t place) {
  constexpr int kSize = 16, kSharp = 3;
  const QColor colour = onGround(Session::colour(place));
  QPixmap pixmap(kSize * kSharp, kSize * kSharp);
  pixmap.setDevicePixelRatio(kSharp);
  pixmap.fill(colour);
  QPainter painter(&pixmap);
  QFont font = painter.font();
  font.setPixelSize(12);
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(colour.lightness() < 128 ? Qt::white : Qt::black);
  painter.drawText(QRect(0, 0, kSize, kSize), Qt::AlignCenter, QString::number(place + 1));
  return pixmap;
}

QString formOf(const SimulationOptions& options) {
  return QString("%1:%2").arg(QString::fromStdString(options.method)).arg(options.index);
}

QString toleranceOf(const Variant& variant) {
  const std::string* rtol = variant.setting("rtol");
  return rtol ? QString::fromStdString(*rtol) : QString();
}

/// Relative and absolute tolerance are set together.
void setTolerance(Variant& variant, const QString& value) {
  for (const char* name : {"rtol", "atol"})
    value.isEmpty() ? variant.reset(name) : variant.set(name, value.toStdString());
}

/// What is told neither by the method nor by the tolerance of the line.
Variant withoutTolerance(Variant variant) {
  const std::string *rtol = variant.setting("rtol"), *atol = variant.setting("atol");
  if (rtol && atol && *rtol == *atol) variant.reset("atol");
  variant.reset("rtol");
  return variant;
}

}  // namespace

VariantRow::VariantRow(Session& session, std::size_t place, QGridLayout& grid, QWidget* parent)
    : QObject(parent), session_(session), place_(place), visible_(new QCheckBox), method_(new QComboBox),
      tolerance_(new QLineEdit), settings_(new QToolButton), remove_(new QToolButton) {
  const QString run = isMain() ? tr("the main run") : tr("run %1").arg(place + 1);
  visible_->setObjectName(QString("variantVisible%1").arg(place));
  visible_->setChecked(session.isVisible(place));
  visible_->setToolTip(tr("Show %1 in picture and plots").arg(run));
  visible_->setAccessibleName(visible_->toolTip());
  method_->setObjectName(QString("variantMethod%1").arg(place));
  method_->setAccessibleName(tr("Method and index of %1").arg(run));
  method_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  method_->setMinimumContentsLength(14);
  keepFromWheel(*method_);
  for (const MethodDescriptor& method : methods()) {
    for (const int index : method.indices) {
      SimulationOptions options;
      options.method = method.name;
      options.index = index;
      method_->addItem(QString::fromStdString(shortLabel(options)), formOf(options));
    }
  }
  tolerance_->setObjectName(QString("variantTolerance%1").arg(place));
  tolerance_->setAccessibleName(tr("Tolerance of %1").arg(run));
  tolerance_->setToolTip(
      tr("Accuracy per step (relative and absolute tolerance); empty: the default of the method"));
  tolerance_->setMaximumWidth(8 * tolerance_->fontMetrics().horizontalAdvance('0') + 16);
  remove_->setObjectName(QString("variantRemove%1").arg(place));
  remove_->setIcon(makeIcon(Icon::Close));
  remove_->setAutoRaise(true);
  remove_->setToolTip(tr("Remove %1 from the comparison").arg(run));
  remove_->setAccessibleName(remove_->toolTip());
  makeSettings(run);
  QWidget* widgets[] = {visible_, method_, tolerance_, settings_, remove_};
  for (int column = 0; column < 5; ++column) grid.addWidget(widgets[column], int(place) + 1, column);
  connect(visible_, &QCheckBox::toggled, this, [this](bool on) { session_.setVisible(place_, on); });
  for (auto signal : {&Session::visibilityChanged, &Session::runsChanged})
    connect(&session_, signal, this, [this] { visible_->setChecked(session_.isVisible(place_)); });
  connect(method_, &QComboBox::activated, this, &VariantRow::chooseMethod);
  connect(tolerance_, &QLineEdit::textEdited, this, &VariantRow::judgeTolerance);
  connect(tolerance_, &QLineEdit::editingFinished, this, &VariantRow::enterTolerance);
  connect(&session_, &Session::starting, this, &VariantRow::enterTolerance);
  connect(&session_, &Session::obstructed, this, [this](const QObject* holder) {
    if (holder == this) emit wrongEntryMet();
  });
  connect(remove_, &QToolButton::clicked, this, &VariantRow::remove);
  refresh();
}

void VariantRow::makeSettings(const QString& run) {
  settings_->setObjectName(QString("variantSettings%1").arg(place_));
  settings_->setAccessibleName(tr("Settings of %1").arg(run));
  settings_->setAutoRaise(true);
  connect(settings_, &QToolButton::clicked, this, &VariantRow::showSettings);
}

void VariantRow::showSettings() {
  if (!dialog_) {
    dialog_ = new VariantSettings(session_, place_, settings_->window());
    connect(dialog_, &VariantSettings::edited, this, &VariantRow::edited);
  }
  dialog_->refresh();
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

Variant VariantRow::variant() const {
  if (!isMain()) return splitVariant(session_.comparisons().value(qsizetype(place_) - 1).toStdString());
  const SimulationOptions& options = session_.options();
  Variant own{options.method, std::to_string(options.index), {}};
  if (options.rtol) setTolerance(own, QString::fromStdString(numberText(*options.rtol)));
  return own;
}

void VariantRow::refresh() {
  const bool exists = this->exists();
  for (QWidget* widget :
       {static_cast<QWidget*>(visible_), static_cast<QWidget*>(method_), static_cast<QWidget*>(tolerance_)})
    widget->setVisible(exists);
  for (QWidget* widget : {remove_, settings_}) widget->setVisible(exists && !isMain());
  if (dialog_ && dialog_->isVisible()) dialog_->refresh();
  visible_->setChecked(session_.isVisible(place_));
  visible_->setIcon(swatch(place_));
  if (!exists) {
    tolerance_->clear();
    dropWrongEntry();
    return;
  }
  SimulationOptions options = session_.options();
  if (!isMain()) guarded([&] { options = optionsOf(variant(), session_.options()); });
  method_->setCurrentIndex(method_->findData(formOf(options)));
  if (fault_.isEmpty()) tolerance_->setText(toleranceOf(variant()));
  tolerance_->setPlaceholderText(QString::fromStdString(briefTolerance(usedRtol(options))));
  showFault(fault_);  // in the colours of the theme
  words_ = isMain() ? QString() : settingsInWords(withoutTolerance(variant()), options);
  showWords();
}

void VariantRow::fitWords(int width) {
  constexpr int kAround = 60;  // px: margins, spaces, and a bar that scrolls
  room_ = width - kAround - visible_->sizeHint().width() - method_->minimumSizeHint().width() -
          tolerance_->maximumWidth() - remove_->sizeHint().width();
  showWords();
}

/// What the run sets otherwise, as far as there is room.
void VariantRow::showWords() {
  const QFontMetrics metrics = settings_->fontMetrics();
  const QString asks = tr("Settings…"), least = QString::fromUtf8("…");
  const QString whole = words_.isEmpty() ? asks : words_;
  const QString fitting =
      metrics.elidedText(whole, Qt::ElideRight, std::max(room_, metrics.horizontalAdvance(least)));
  settings_->setText(words_.isEmpty() && fitting != asks ? least : fitting);
  settings_->setToolTip(words_.isEmpty() ? tr("Any other setting than those of the main run") : words_);
}

void VariantRow::dropWrongEntry() {
  if (dialog_) dialog_->hide();
  if (fault_.isEmpty()) return;
  tolerance_->setText(exists() ? toleranceOf(variant()) : QString());
  showFault({});
  session_.setObstacle(*this, {});
}

/// Options that another method does not look at go.
void VariantRow::chooseMethod() {
  const Variant form = splitVariant(method_->currentData().toString().toStdString());
  Variant chosen = variant();
  chosen.method = form.method;
  chosen.index = form.index;
  for (const OptionField* idle : idleSettings(chosen)) chosen.reset(idle->name);
  enterVariant(chosen);
}

/// In words, or empty.
QString VariantRow::faultOf(const QString& tolerance) const {
  const auto rtol = std::find_if(optionFields().begin(), optionFields().end(),
                                 [](const OptionField& field) { return field.name == "rtol"; });
  QString message = guarded([&] {
                      SimulationOptions options;
                      rtol->set(options, tolerance.toStdString());
                      validate(options);
                    }).second;
  return message.replace(QString::fromStdString(holonom::tr("option '{}'", rtol->name)),
                         tr("“Tolerance” of run %1").arg(runMark(place_)));
}

/// While it is being typed.
void VariantRow::judgeTolerance() {
  showFault(faultOf(tolerance_->text().trimmed()));
  if (fault_.isEmpty()) session_.setObstacle(*this, {});
}

void VariantRow::enterTolerance() {
  if (!exists()) return;
  const QString entry = tolerance_->text().trimmed();
  showFault(faultOf(entry));
  session_.setObstacle(*this, fault_);
  if (!fault_.isEmpty()) return;
  Variant changed = variant();
  if (entry == toleranceOf(changed)) return;
  setTolerance(changed, entry);
  enterVariant(changed);
}

void VariantRow::enterVariant(const Variant& variant) {
  SimulationOptions options;
  if (!guarded([&] { options = optionsOf(variant, session_.options()); }).first) return refresh();
  if (isMain()) {
    if (!variant.setting("rtol")) options.rtol = options.atol = std::nullopt;
    session_.setOptions(options);
  } else {
    QStringList variants = session_.comparisons();
    variants[qsizetype(place_) - 1] = QString::fromStdString(variant.text());
    session_.setComparisons(variants);
  }
  emit edited();
}

void VariantRow::remove() {
  // what is being typed belongs to its run, and those behind this one are about to move up
  if (QWidget* typed = QApplication::focusWidget()) typed->clearFocus();
  QStringList variants = session_.comparisons();
  variants.removeAt(qsizetype(place_) - 1);
  session_.setComparisons(variants);
  emit edited();
}

void VariantRow::showFault(const QString& message) {
  fault_ = message;
  tolerance_->setStyleSheet(message.isEmpty() ? QString()
                                              : QStringLiteral("QLineEdit { background: %1; color: %2; }")
                                                    .arg(tones().errorPaper, tones().errorText));
  tolerance_->setToolTip(
      message.isEmpty()
          ? tr("Accuracy per step (relative and absolute tolerance); empty: the default of the method")
          : message);
}

}  // namespace holonom
