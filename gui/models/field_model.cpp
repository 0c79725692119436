// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/field_model.h"

#include <QColor>
#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/editing.h"
#include "core/model/uniform_shape.h"
#include "gui/base/guarded.h"
#include "solvers/options/options.h"

namespace holonom {
namespace {

constexpr int kShownDigits = 6;

/// The method of a run becomes a choice among those that the program has.
void offerMethods(Field& field) {
  std::vector<std::string> names{""};
  field.choices = {tr("the program's choice")};
  for (const MethodDescriptor& method : methods())
    names.push_back(method.name), field.choices.push_back(method.label);
  field.kind = Field::Kind::Choice;
  field.optional = false;
  field.get = [names](const Mechanism& m) -> FieldValue {
    return int(std::find(names.begin(), names.end(), m.run.method.value_or("")) - names.begin());
  };
  field.set = [names](Mechanism& m, const FieldValue& value) {
    const std::string& name = names.at(std::size_t(std::get<int>(value)));
    m.run.method = name.empty() ? std::nullopt : std::optional(name);
  };
}

std::vector<FieldGroup> describe(const Mechanism& mechanism, const PartRef& part) {
  std::vector<FieldGroup> groups = fieldsOf(mechanism, part);
  for (FieldGroup& group : groups)
    for (Field& field : group.fields)
      if (field.key == "run.method") offerMethods(field);
  return groups;
}

bool sameLines(const std::vector<FieldGroup>& a, const std::vector<FieldGroup>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const FieldGroup& x, const FieldGroup& y) {
    return x.title == y.title && x.addLabel == y.addLabel &&
           std::equal(x.fields.begin(), x.fields.end(), y.fields.begin(), y.fields.end(),
                      [](const Field& f, const Field& g) {
                        return f.key == g.key && f.label == g.label && f.kind == g.kind && f.unit == g.unit;
                      });
  });
}

/// What a file would say against the model, which the window keeps writable at all times.
void requireWhole(const Mechanism& mechanism) {
  if (!mechanism.bodies.empty()) parseMechanism(formatMechanism(mechanism), tr("this change"));
}

QString words(const std::string& text) { return QString::fromStdString(text); }

/// What is to be known about a value: " (from the shape)".
QString noteOn(const Mechanism& mechanism, const PartRef& part, const Field& field) {
  if (part.kind != PartRef::Kind::Body || part.point >= 0) return {};
  const bool ofMass = field.key == "mass" || field.key == "inertia" || field.key == "centreOfMass";
  if (!ofMass || !uniformShapeOf(mechanism.bodies[std::size_t(part.index)])) return {};
  return FieldModel::tr(" (from the shape)");
}

}  // namespace

FieldModel::FieldModel(Document& document, UnitSettings& units, QObject* parent)
    : QAbstractItemModel(parent), document_(document), units_(units) {}

void FieldModel::setPart(const PartRef& part) {
  beginResetModel();
  part_ = part;
  groups_ = document_.isOpen() ? describe(document_.mechanism(), part_) : std::vector<FieldGroup>();
  endResetModel();
}

void FieldModel::refresh() {
  std::vector<FieldGroup> fresh =
      document_.isOpen() ? describe(document_.mechanism(), part_) : std::vector<FieldGroup>();
  if (!sameLines(fresh, groups_)) {
    beginResetModel();
    groups_ = std::move(fresh);
    endResetModel();
    return;
  }
  groups_ = std::move(fresh);
  for (int group = 0; group < rowCount(); ++group)
    if (const QModelIndex heading = index(group, 0); rowCount(heading) > 0)
      emit dataChanged(index(0, 0, heading), index(rowCount(heading) - 1, 1, heading));
}

const FieldGroup* FieldModel::groupAt(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const std::size_t place = index.internalId() == 0 ? std::size_t(index.row()) : index.internalId() - 1;
  return place < groups_.size() ? &groups_[place] : nullptr;
}

const Field* FieldModel::fieldAt(const QModelIndex& index) const {
  const FieldGroup* group = groupAt(index);
  return group && index.internalId() != 0 && index.row() < std::ssize(group->fields)
             ? &group->fields[std::size_t(index.row())]
             : nullptr;
}

bool FieldModel::isAddLine(const QModelIndex& index) const {
  const FieldGroup* group = groupAt(index);
  return group && index.internalId() != 0 && group->add && index.row() == std::ssize(group->fields);
}

QModelIndex FieldModel::indexOf(const QString& key, int column) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (words("#" + groups_[g].title) == key) return createIndex(int(g), column, quintptr(0));
    for (std::size_t f = 0; f < groups_[g].fields.size(); ++f)
      if (words(groups_[g].fields[f].key) == key) return createIndex(int(f), column, quintptr(g + 1));
    if (groups_[g].add && words("+" + groups_[g].title) == key)
      return createIndex(int(groups_[g].fields.size()), column, quintptr(g + 1));
  }
  return {};
}

QString FieldModel::keyAt(const QModelIndex& index) const {
  if (const Field* field = fieldAt(index)) return words(field->key);
  const FieldGroup* group = groupAt(index);
  return group ? words((isAddLine(index) ? "+" : "#") + group->title) : QString();
}

QString FieldModel::complaint(const QModelIndex& index, const QString& text) const {
  const Field* field = fieldAt(index);
  if (!field) return {};
  return guarded([&] {
           Mechanism changed = document_.mechanism();
           if (index.column() == 0) field->rename(changed, text.trimmed().toStdString());
           else
             setField(changed, *field,
                      parseField(*field, changed, text.trimmed().toStdString(), units_.shown()));
         })
      .second;
}

bool FieldModel::apply(const QString& step, const std::function<void(Mechanism&)>& action, bool structural,
                       const QString& gesture) {
  Mechanism changed = document_.mechanism();
  const auto [ok, message] = guarded([&] {
    action(changed);
    if (structural) requireWhole(changed);
  });
  if (ok) document_.edit(step, std::move(changed), gesture);
  else emit refused(message);
  return ok;
}

QString FieldModel::partTitle() const {
  const std::string name = partName(document_.mechanism(), part_);
  return name.empty() ? tr("the model") : words(name);
}

bool FieldModel::change(const QModelIndex& index, const QString& text, const QString& gesture) {
  const Field* field = fieldAt(index);
  if (!field) return false;
  const Field copy = *field;  // the fields are made anew with the change
  const std::string wanted = text.trimmed().toStdString();
  if (index.column() == 0)
    return copy.rename &&
           apply(
               tr("rename %1").arg(words(copy.label)), [&](Mechanism& m) { copy.rename(m, wanted); }, true);
  return apply(
      tr("change %1 of %2").arg(words(copy.label).toLower(), partTitle()),
      [&](Mechanism& m) { setField(m, copy, parseField(copy, m, wanted, units_.shown())); }, copy.structural,
      gesture);
}

bool FieldModel::setOption(const QModelIndex& index, const FieldValue& value) {
  const Field* field = fieldAt(index);
  if (!field) return false;
  const Field copy = *field;
  return apply(
      tr("change %1 of %2").arg(words(copy.label).toLower(), partTitle()),
      [&](Mechanism& m) { setField(m, copy, value); }, true);
}

void FieldModel::add(const QModelIndex& index) {
  const FieldGroup* group = groupAt(index);
  if (!group || !group->add) return;
  const auto action = group->add;
  apply(words(group->addLabel).toLower(), action, false);
}

bool FieldModel::canRemove(const QModelIndex& index) const {
  const Field* field = fieldAt(index);
  const FieldGroup* group = groupAt(index);
  return (field && field->remove) || (group && group->remove);
}

bool FieldModel::remove(const QModelIndex& index) {
  if (!canRemove(index)) return false;
  const Field* field = fieldAt(index);
  const auto action = field && field->remove ? field->remove : groupAt(index)->remove;
  const QString what = field && field->remove ? words(field->label) : words(groupAt(index)->title);
  return apply(tr("remove %1").arg(what), action, true);
}

QString FieldModel::stepped(const QModelIndex& index, const QString& text, int steps) const {
  const Field* field = fieldAt(index);
  if (!field || index.column() != 1 ||
      (field->kind != Field::Kind::Number && field->kind != Field::Kind::Integer))
    return {};
  QString result;
  guarded([&] {
    const FieldValue value = parseField(*field, document_.mechanism(), text.toStdString(), units_.shown());
    if (const int* whole = std::get_if<int>(&value)) {
      result = QString::number(*whole + steps);
    } else if (const double* number = std::get_if<double>(&value)) {
      const Unit unit = units_.shown().unitFor(field->unit);
      const double shown = unit.fromSi(*number);
      const double digit = shown == 0 ? 0.1 : std::pow(10, std::floor(std::log10(std::abs(shown))) - 1);
      result = words(withUnit(unit.toSi((std::round(shown / digit) + steps) * digit), unit, 12));
    }
  });
  return result;
}

std::vector<std::pair<std::string, FieldValue>> FieldModel::options(const QModelIndex& index) const {
  const Field* field = fieldAt(index);
  return field ? fieldOptions(*field, document_.mechanism())
               : std::vector<std::pair<std::string, FieldValue>>();
}

QStringList FieldModel::completions(const QModelIndex& index) const {
  QStringList names;
  const Field* field = fieldAt(index);
  if (!field || field->kind != Field::Kind::Expression) return names;
  for (const std::string& name : symbolsFor(*field, document_.mechanism())) names.push_back(words(name));
  for (const char* function : {"sin(", "cos(", "tan(", "atan2(", "exp(", "log(", "sqrt(", "abs(", "sign(",
                               "min(", "max(", "step(", "if(", "pi"})
    names.push_back(function);
  names.sort();
  return names;
}

QModelIndex FieldModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= 2 || row >= rowCount(parent)) return {};
  return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex FieldModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(int(index.internalId() - 1), 0, quintptr(0));
}

int FieldModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return int(groups_.size());
  if (parent.internalId() != 0 || parent.column() != 0) return 0;
  const FieldGroup& group = groups_[std::size_t(parent.row())];
  return int(group.fields.size()) + (group.add ? 1 : 0);
}

QVariant FieldModel::fieldData(const Field& field, int column, int role) const {
  const Mechanism& mechanism = document_.mechanism();
  if (role == Qt::StatusTipRole) return words(field.help);
  if (role == Qt::ToolTipRole && column == 0) return words(field.label + "\n" + field.help).trimmed();
  const auto shown = [&](int digits) {
    return words(fieldText(field, mechanism, field.get(mechanism), units_.shown(), digits)) +
           noteOn(mechanism, part_, field);
  };
  if (role == Qt::ToolTipRole) return shown(0) + "\n" + words(field.help);
  if (role == Qt::AccessibleTextRole && column == 1) return words(field.label + ": ") + shown(kShownDigits);
  if (column == 0) return role == Qt::DisplayRole || role == Qt::EditRole ? words(field.label) : QVariant();
  const FieldValue value = field.get(mechanism);
  if (field.kind == Field::Kind::Flag)
    return role == Qt::CheckStateRole ? (std::get<bool>(value) ? Qt::Checked : Qt::Unchecked) : QVariant();
  if (role == Qt::EditRole) return words(fieldText(field, mechanism, value, units_.shown()));
  if (role != Qt::DisplayRole) return {};
  return shown(kShownDigits);
}

QVariant FieldModel::data(const QModelIndex& index, int role) const {
  const FieldGroup* group = groupAt(index);
  if (!group) return {};
  if (const Field* field = fieldAt(index)) return fieldData(*field, index.column(), role);
  if (isAddLine(index)) {
    if (role == Qt::DisplayRole && index.column() == 0) return "+ " + words(group->addLabel);
    if (role == Qt::ForegroundRole) return QGuiApplication::palette().color(QPalette::Link);
    if (role == Qt::ToolTipRole || role == Qt::StatusTipRole)
      return tr("Enter, Insert or a click adds an entry to this list.");
    return {};
  }
  if (role == Qt::DisplayRole && index.column() == 0) return words(group->title);
  if (role == Qt::FontRole) {
    QFont font;
    font.setBold(true);
    return font;
  }
  return {};
}

bool FieldModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const Field* field = fieldAt(index);
  if (!field) return false;
  if (role == Qt::CheckStateRole && field->kind == Field::Kind::Flag)
    return setOption(index, value.toInt() == Qt::Checked);
  if (role != Qt::EditRole) return false;
  // digits that are not shown stay
  if (value.toString() == data(index, Qt::EditRole).toString()) return true;
  return change(index, value.toString(), {});
}

Qt::ItemFlags FieldModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  const Field* field = fieldAt(index);
  if (!field) return flags;
  if (index.column() == 0) return field->rename ? flags | Qt::ItemIsEditable : flags;
  return flags | (field->kind == Field::Kind::Flag ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable);
}

QVariant FieldModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Property") : tr("Value");
}

}  // namespace holonom
