// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/solvers/hostile/units.h"

#include <cctype>
#include <cstdio>
#include <set>
#include <stdexcept>

namespace holonom {
namespace {

class Conversion {
 public:
  Conversion(const Mechanism& mechanism, double length, double mass) : length_(length), mass_(mass) {
    for (const Joint& joint : mechanism.joints)
      if (isPrismatic(joint)) sliding_.insert(joint.name);
  }

  void convert(Mechanism& m) const {
    m.gravity *= length_;
    for (Point& point : m.ground.points) point.position *= length_;
    for (Body& body : m.bodies) convert(body);
    for (Driver& driver : m.drivers)
      if (isPrismatic(m.joints[driver.joint])) driver.motion = scaled(driver.motion, length_);
    for (Joint& joint : m.joints)
      if (auto* rolling = std::get_if<RollingJoint>(&joint.kind)) rolling->radius *= length_;
    for (Controller& controller : m.controllers) convert(controller, m);
    for (Force& force : m.forces) std::visit([&](auto& kind) { convert(kind, m); }, force.kind);
    m.outputs.clear();
  }

 private:
  static bool isPrismatic(const Joint& joint) { return std::holds_alternative<PrismaticJoint>(joint.kind); }

  void convert(Body& body) const {
    body.mass *= mass_;
    body.inertia *= mass_ * length_ * length_;
    body.centreOfMass *= length_;
    body.position *= length_;
    body.velocity *= length_;
    for (Point& point : body.points) point.position *= length_;
    if (!body.flexible) return;
    FlexibleBeam& beam = *body.flexible;
    beam.youngsModulus *= mass_ / length_;
    beam.area *= length_ * length_;
    beam.secondMoment *= length_ * length_ * length_ * length_;
    for (double& displacement : beam.displacements) displacement *= length_;
    for (double& rate : beam.rates) rate *= length_;
  }

  void convert(Controller& controller, const Mechanism& m) const {
    if (auto* pid = std::get_if<PidController>(&controller.kind)) {
      if (isPrismatic(m.joints[pid->joint]))
        throw std::logic_error("a PID on a prismatic joint has gains with units");
      return;
    }
    auto& law = std::get<ControlLaw>(controller.kind);
    for (ControlState& state : law.states) state.rate = inOldUnits(state.rate);
    for (ControlVariable& variable : law.variables) variable.equation = inOldUnits(variable.equation);
    for (ControlSignal& signal : law.formulas) signal.formula = inOldUnits(signal.formula);
  }

  double force() const { return mass_ * length_; }
  double moment() const { return mass_ * length_ * length_; }

  void convert(SpringDamper& spring, const Mechanism&) const {
    spring.stiffness *= mass_;
    spring.damping *= mass_;
    spring.freeLength *= length_;
  }
  void convert(ConstantForce& constant, const Mechanism&) const { constant.value *= force(); }
  void convert(ConstantTorque& constant, const Mechanism&) const { constant.value *= moment(); }
  void convert(TorqueExpression& torque, const Mechanism&) const {
    torque.value = scaled(torque.value, moment());
  }
  void convert(ForceExpression& components, const Mechanism&) const {
    components.x = scaled(components.x, force());
    components.y = scaled(components.y, force());
    components.z = scaled(components.z, force());
  }
  void convert(Moment& components, const Mechanism&) const {
    for (std::string* component : {&components.x, &components.y, &components.z})
      *component = scaled(*component, moment());
  }
  void convert(Bushing& bushing, const Mechanism&) const {
    for (Vector3* perLength : {&bushing.stiffness, &bushing.damping}) *perLength *= mass_;
    for (Vector3* perAngle : {&bushing.turnStiffness, &bushing.turnDamping}) *perAngle *= moment();
  }
  void convert(Actuator& actuator, const Mechanism&) const {
    actuator.value = scaled(actuator.value, force());
  }
  void convert(Stop& stop, const Mechanism& m) const {
    const bool turning = stop.joint >= 0 && !isPrismatic(m.joints[stop.joint]);
    for (std::optional<double>* limit : {&stop.lower, &stop.upper})
      if (*limit && !turning) **limit *= length_;
    stop.stiffness *= turning ? moment() : mass_;
    stop.damping *= turning ? moment() : mass_;
  }
  void convert(JointForce& drive, const Mechanism& m) const {
    drive.value = scaled(drive.value, isPrismatic(m.joints[drive.joint]) ? force() : moment());
  }
  void convert(JointSpring& spring, const Mechanism& m) const {
    const bool slides = isPrismatic(m.joints[spring.joint]);
    spring.stiffness *= slides ? mass_ : moment();
    spring.damping *= slides ? mass_ : moment();
    if (slides) spring.rest *= length_;
  }

  void convert(Hand& hand, const Mechanism&) const {
    hand.stiffness *= mass_;
    hand.damping *= mass_;
    for (Hand::Grab& grab : hand.grabs) {
      grab.at *= length_;
      for (Hand::Knot& knot : grab.path) knot.to *= length_;
    }
  }

  std::string scaled(const std::string& text, double factor) const {
    return number(factor) + "*(" + inOldUnits(text) + ")";
  }

  static std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
  }

  /// Every symbol that is a length or a rate of one, divided by the unit.
  std::string inOldUnits(const std::string& text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i;
      const auto isWord = [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
      };
      if (!std::isalpha(static_cast<unsigned char>(text[i]))) {
        while (end < text.size() && isWord(text[end])) ++end;  // a number as a whole
        out += text.substr(i, std::max(end, i + 1) - i);
        i = std::max(end, i + 1);
        continue;
      }
      while (end < text.size() && isWord(text[end])) ++end;
      const std::string symbol = text.substr(i, end - i);
      out += isLength(symbol) ? "(" + symbol + "/" + number(length_) + ")" : symbol;
      i = end;
    }
    return out;
  }

  bool isLength(const std::string& symbol) const {
    const std::size_t dot = symbol.rfind('.');
    if (dot == std::string::npos) return false;
    const std::string part = symbol.substr(0, dot), what = symbol.substr(dot + 1);
    if (what == "position" || what == "velocity") return sliding_.count(part) > 0;
    return what == "x" || what == "y" || what == "vx" || what == "vy";
  }

  double length_, mass_;
  std::set<std::string> sliding_;
};

}  // namespace

Mechanism inUnits(Mechanism mechanism, double length, double mass) {
  const Conversion conversion(mechanism, length, mass);
  conversion.convert(mechanism);
  return mechanism;
}

}  // namespace holonom
