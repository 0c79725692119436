// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/variant_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <algorithm>

#include "core/base/units.h"
#include "gui/panels/calm_wheel.h"
#include "gui/panels/icons.h"
#include "gui/panels/tones.h"
#include "gui/plots/plot_palette.h"
#include "gui/session/guarded.h"
#include "gui/session/run_names.h"

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

/// Relative and absolute tolerance are set together.
QString withTolerance(const QString& form, const QString& value) {
  return value.isEmpty() ? form : QString("%1:rtol=%2:atol=%2").arg(form, value);
}

QString toleranceIn(const QString& variant) {
  for (const QString& part : variant.split(':'))
    if (part.startsWith("rtol=")) return part.mid(5);
  return {};
}

}  // namespace

VariantRow::VariantRow(Session& session, std::size_t place, QGridLayout& grid, QWidget* parent)
    : QObject(parent), session_(session), place_(place), visible_(new QCheckBox), method_(new QComboBox),
      tolerance_(new QLineEdit), remove_(new QToolButton) {
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
  for (const MethodInfo& method : methods()) {
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
  QWidget* widgets[] = {visible_, method_, tolerance_, remove_};
  for (int column = 0; column < 4; ++column) grid.addWidget(widgets[column], int(place) + 1, column);
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

QString VariantRow::text() const {
  if (!isMain()) return session_.comparisons().value(qsizetype(place_) - 1);
  const SimulationOptions& options = session_.options();
  return withTolerance(formOf(options),
                       options.rtol ? QString::fromStdString(numberText(*options.rtol)) : QString());
}

void VariantRow::refresh() {
  const bool exists = isMain() || qsizetype(place_) <= session_.comparisons().size();
  for (QWidget* widget :
       {static_cast<QWidget*>(visible_), static_cast<QWidget*>(method_), static_cast<QWidget*>(tolerance_)})
    widget->setVisible(exists);
  remove_->setVisible(exists && !isMain());
  visible_->setChecked(session_.isVisible(place_));
  visible_->setIcon(swatch(place_));
  if (!exists) {
    tolerance_->clear();
    dropWrongEntry();
    return;
  }
  SimulationOptions options = session_.options();
  if (!isMain()) guarded([&] { options = parseVariant(text().toStdString(), session_.options()); });
  method_->setCurrentIndex(method_->findData(formOf(options)));
  if (fault_.isEmpty()) tolerance_->setText(toleranceIn(text()));
  tolerance_->setPlaceholderText(briefTolerance(usedRtol(options)));
  showFault(fault_);  // in the colours of the theme
}

void VariantRow::dropWrongEntry() {
  if (fault_.isEmpty()) return;
  tolerance_->setText(toleranceIn(text()));
  showFault({});
  session_.setObstacle(*this, {});
}

void VariantRow::chooseMethod() {
  replace(withTolerance(method_->currentData().toString(), toleranceIn(text())));
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
  return message.replace("option 'rtol'", tr("“Tolerance” of run %1").arg(runMark(place_)));
}

/// While it is being typed.
void VariantRow::judgeTolerance() {
  showFault(faultOf(tolerance_->text().trimmed()));
  if (fault_.isEmpty()) session_.setObstacle(*this, {});
}

void VariantRow::enterTolerance() {
  const QString entry = tolerance_->text().trimmed();
  showFault(faultOf(entry));
  session_.setObstacle(*this, fault_);
  if (fault_.isEmpty() && entry != toleranceIn(text()))
    replace(withTolerance(method_->currentData().toString(), entry));
}

void VariantRow::replace(const QString& variant) {
  SimulationOptions options;
  if (!guarded([&] { options = parseVariant(variant.toStdString(), session_.options()); }).first)
    return refresh();
  if (isMain()) {
    if (toleranceIn(variant).isEmpty()) options.rtol = options.atol = std::nullopt;
    session_.setOptions(options);
  } else {
    QStringList variants = session_.comparisons();
    variants[qsizetype(place_) - 1] = variant;
    session_.setComparisons(variants);
  }
  emit edited();
}

void VariantRow::remove() {
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
