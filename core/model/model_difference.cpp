// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_difference.h"

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/model/editing.h"
#include "core/model/fields.h"

namespace holonom {
namespace {

constexpr int kDigits = 4;

bool counts(const Field& field) {
  for (const char* key : {"name", "description", "colour"})
    if (field.key == key) return false;
  return !field.key.starts_with("run.") && field.get;
}

class Comparison {
 public:
  Comparison(const Mechanism& mechanism, const Mechanism& other, const ShownUnits& shown, std::size_t most)
      : mechanism_(mechanism), other_(other), shown_(shown), most_(most) {}

  void compareParts() {
    using Kind = PartRef::Kind;
    compare({}, {}, "");
    compare({Kind::Ground}, {Kind::Ground}, tr("ground"));
    for (const Kind kind : {Kind::Body, Kind::Joint, Kind::Driver, Kind::Constraint, Kind::Controller,
                            Kind::Force, Kind::Event, Kind::Output}) {
      for (int i = 0; i < partCount(mechanism_, kind); ++i) {
        const PartRef part{kind, i}, same = inOther(other_, mechanism_, part);
        const std::string name = partName(mechanism_, part);
        if (same.kind == kind) compare(part, same, name);
        else say([&] { return tr("with {}", name); });
      }
      for (int i = 0; i < partCount(other_, kind); ++i)
        if (inOther(mechanism_, other_, {kind, i}).kind != kind)
          say([&] { return tr("without {}", partName(other_, {kind, i})); });
    }
  }

  std::string words() const { return said_ > most_ ? tr("{} and {} more", text_, said_ - most_) : text_; }

 private:
  static PartRef inOther(const Mechanism& there, const Mechanism& here, const PartRef& part) {
    const std::string name = partName(here, part);
    if (part.index < partCount(there, part.kind) && partName(there, part) == name) return part;  // as a rule
    const PartRef found = findPart(there, name);
    return found.kind == part.kind ? found : PartRef{};
  }

  void compare(const PartRef& here, const PartRef& there, const std::string& name) {
    const auto fields = fieldsOf(mechanism_, here), others = fieldsOf(other_, there);
    for (const FieldGroup& group : fields)
      for (const Field& field : group.fields) {
        if (!counts(field)) continue;
        const Field* same = findField(others, field.key);
        if (same && reads(*same, other_, 0) == reads(field, mechanism_, 0)) continue;
        say([&] {
          const std::string label = withinSentence(field.label), value = reads(field, mechanism_, kDigits);
          return name.empty() ? tr("{} {}", label, value) : tr("{} of {} {}", label, name, value);
        });
      }
  }

  /// Points and bodies are compared by their names: they may have other places in the lists.
  std::string reads(const Field& field, const Mechanism& mechanism, int digits) const {
    return fieldText(field, mechanism, field.get(mechanism), shown_, digits);
  }

  template <typename Words>
  void say(Words&& words) {
    if (said_++ < most_) text_ += (text_.empty() ? "" : ", ") + words();
  }

  const Mechanism &mechanism_, &other_;
  const ShownUnits& shown_;
  std::size_t most_, said_ = 0;
  std::string text_;
};

}  // namespace

std::string differenceInWords(const Mechanism& mechanism, const Mechanism& other, const ShownUnits& shown,
                              std::size_t most) {
  Comparison comparison(mechanism, other, shown, most);
  comparison.compareParts();
  return comparison.words();
}

}  // namespace holonom
