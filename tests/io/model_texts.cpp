// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/io/model_texts.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/io/model_reader.h"

namespace holonom {

std::string completeModel() {
  return R"({
  "holonom": 1, "name": "Everything", "description": "One of each kind", "gravity": [0, -9.81],
  "parameters": { "omega": 150, "k_1": 2.5 },
  "ground": { "points": { "O": [0, 0], "C": [1, 2] } },
  "bodies": [
    { "name": "crank", "mass": 1.5, "inertia": 0.01, "centreOfMass": [0.1, 0],
      "pose": { "position": [0, 0], "angle": "30 deg" }, "velocity": { "linear": [0, 0], "angular": 3 },
      "exact": ["angle", "omega"], "points": { "A": [0, 0], "B": [0.2, 0] },
      "display": { "shape": "bar", "colour": "#4c78a8", "width": 0.02 } },
    { "name": "rod", "mass": 2, "inertia": 0.02, "points": { "B": [0, 0], "E": [0.5, 0] } },
    { "name": "slider", "mass": 3, "inertia": 0.03, "points": { "E": [0, 0] } },
    { "name": "wheel", "mass": 4, "inertia": 0.04, "points": { "hub": [0, 0] } },
    { "name": "bob", "type": "particle", "mass": 0.5, "pose": { "position": [1, 2.5] },
      "velocity": { "linear": [0.5, 0] }, "exact": ["vx"], "points": { "P": [0, 0] }, "traces": ["P"],
      "display": { "colour": "#e45756" } }
  ],
  "joints": [
    { "name": "pin", "type": "revolute", "between": ["ground.O", "crank.A"] },
    { "name": "weld", "type": "fixed", "between": ["crank.B", "rod.B"], "angle": "0.5 rad" },
    { "name": "guide", "type": "prismatic", "between": ["ground.O", "slider.E"], "axis": [3, 4],
      "angle": 0.25 },
    { "name": "contact", "type": "rolling", "between": ["ground.C", "wheel.hub"], "axis": [0.6, -0.8],
      "radius": 0.3 },
    { "name": "blade", "type": "knife-edge", "between": ["slider.E", "rod.E"], "axis": [-1, 0] },
    { "name": "groove", "type": "slot", "between": ["slider.E", "rod.E"], "axis": [0, 2] },
    { "name": "cord", "type": "rod", "between": ["ground.C", "bob.P"], "length": 0.5 }
  ],
  "drivers": [ { "name": "motor", "joint": "pin", "motion": "omega*t" } ],
  "constraints": [
    { "name": "wire", "type": "formula", "formula": "bob.P.x - k_1*bob.P.y^2" },
    { "name": "lead", "type": "path", "point": "wheel.hub", "x": "1 + 0.1*omega*t" } ],
  "controllers": [
    { "name": "pid", "type": "pid", "joint": "guide", "setpoint": "0.1*t", "proportional": 60,
      "integral": -4, "derivative": 1.5 },
    { "name": "valve", "type": "equations",
      "states": [ { "name": "filtered", "initial": 0.5, "derivative": "(pid.u-valve.filtered)/0.01",
        "scale": 2 } ],
      "algebraic": [ { "name": "flow", "equation": "valve.flow^3+valve.flow-valve.filtered" } ],
      "signals": [ { "name": "double", "expression": "2*valve.flow" },
        { "name": "sum", "expression": "valve.double+pid.u" } ] },
    { "name": "slow", "type": "pid", "joint": "guide", "setpoint": "0.2", "proportional": 5,
      "period": 0.01, "offset": 0.002 },
    { "name": "clock", "type": "sampled", "period": 0.005,
      "outputs": [ { "name": "u", "initial": 0.25, "expression": "-clock.z+0.5*clock.u" } ],
      "states": [ { "name": "z", "next": "clock.z+guide.position+clock.u" } ] }
  ],
  "forces": [
    { "name": "spring", "type": "spring-damper", "between": ["ground.C", "rod.E"], "stiffness": 4530,
      "damping": 7, "freeLength": 0.08 },
    { "name": "push", "type": "force", "at": "slider.E", "value": [10, 0], "axes": "body" },
    { "name": "drive", "type": "torque", "on": "crank", "reaction": "rod", "value": 0.033 },
    { "name": "brake", "type": "torque", "on": "rod", "value": "-k_1*pin.velocity" },
    { "name": "gust", "type": "force", "at": "rod.E", "value": ["3*k_1*t", 0], "axes": "ground" },
    { "name": "jack", "type": "actuator", "between": ["ground.C", "slider.E"],
      "value": "20 - 20*jack.length" },
    { "name": "buffer", "type": "stop",
      "joint": "guide", "lower": -0.5, "upper": 0.75, "stiffness": 1000, "damping": 3 },
    { "name": "rope", "type": "stop", "between": ["ground.C", "rod.E"], "upper": 9, "restitution": 0.6 },
    { "name": "hand", "type": "hand", "stiffness": 250, "damping": 4, "grabs": [
      { "body": "rod", "at": [0.1, 0.2], "path": [[0.5, 1, 2, 0], [0.75, 1.5, 2.5, 1]] },
      { "body": "crank", "at": [0, 0], "path": [[1.5, 0.125, -3], [1.625, 0.125, -3, 0.5]] } ] },
    { "name": "servo", "type": "torque", "on": "slider", "value": "valve.sum" },
    { "name": "press", "type": "joint-force", "joint": "guide", "value": "2*pid.u" },
    { "name": "coil", "type": "joint-spring", "joint": "pin", "stiffness": 12, "damping": 0.5,
      "rest": -0.25 }
  ],
  "events": [
    { "name": "top", "condition": "crank.theta - pi", "direction": "rising" },
    { "name": "end", "condition": "slider.vx", "action": "stop" }
  ],
  "outputs": [
    { "name": "beta", "expression": "crank.theta", "unit": "rad" },
    { "name": "pull.total", "expression": "k_1*spring.force + guide.lambda1" }
  ],
  "groups": [
    { "name": "Drive train", "parts": ["crank", "pin", "motor"] },
    { "name": "Watched", "parts": ["beta"] }
  ],
  "run": { "method": "bdf", "index": 2, "rtol": 1e-4, "atol": 1e-5, "maxOrder": 4, "endTime": 0.03,
    "rotations": "cardan" }
})";
}

std::string spatialModel() {
  return R"({
  "holonom": 1, "name": "In space", "gravity": [0, 1, -9.81],
  "ground": { "points": { "O": [0, 0], "C": [1, 2, 3], "M": { "position": [0, 0], "angle": "90 deg" } } },
  "bodies": [
    { "name": "top", "type": "spatial", "mass": 1.5, "inertia": [0.1, 0.2, 0.25],
      "products": [0.01, -0.02, 0.03], "centreOfMass": [0.1, 0, 0.2],
      "pose": { "position": [1, 2, 3], "axis": [1, 2, -2], "angle": "30 deg" },
      "velocity": { "linear": [1, 0, 0.5], "angular": [0.5, 3, -1] },
      "exact": ["x", "angle", "z", "vz"], "points": { "A": [0, 0], "B": [0.2, 0, 0.3] }, "traces": ["B"],
      "display": { "shape": "bar", "colour": "#4c78a8", "width": 0.02 } },
    { "name": "arm", "type": "spatial", "mass": 2, "inertia": [0.1, 0.1, 0.1],
      "pose": { "eulerParameters": [0.5, -0.5, 0.5, 0.5] }, 
      "points": { "A": [0, 0, 1], "M": { "position": [0, 0, 1], "axis": [1, 2, -2], "angle": 0.5 } } },
    { "name": "bar", "mass": 1, "inertia": 0.1, "points": { "A": [0, 0], "B": [1, 0] } },
    { "name": "bob", "type": "particle", "mass": 0.5, "points": { "P": [0, 0] } },
    { "name": "mote", "type": "spatial-particle", "mass": 0.25, "pose": { "position": [0, 1, 2] },
      "velocity": { "linear": [1, 0, 3] }, "exact": ["z", "vz"], "points": { "P": [0, 0] }, "traces": ["P"],
      "display": { "shape": "hidden", "colour": "#4c78a8", "width": 0.02 } },
    { "name": "cast", "type": "spatial", "normal": [0, 0.6, 0.8], "solids": [
        { "shape": "box", "size": [0.1, 0.2, 0.3], "density": 7850,
          "pose": { "position": [0.1, 0, 0.2], "axis": [0, 0.6, 0.8], "angle": "30 deg" } },
        { "shape": "plate", "size": [0.1, 0.2], "thickness": 0.01, "mass": 1 },
        { "shape": "tube", "radius": 0.2, "innerRadius": 0.1, "length": 0.5, "density": 2700 },
        { "shape": "bar", "length": 0.4, "mass": 0.2 }, { "shape": "sphere", "radius": 0.1, "mass": 1 },
        { "shape": "cone", "radius": 0.1, "length": 0.3, "mass": 1 },
        { "shape": "cylinder", "radius": 0.1, "length": 0.3, "mass": 1 },
        { "shape": "point", "mass": 0.5 } ] }
  ],
  "joints": [
    { "name": "ball", "type": "spherical", "between": ["ground.C", "top.A"] },
    { "name": "pin", "type": "revolute", "between": ["top.B", "arm.A"], "axis": [0, 3, 4],
      "secondAxis": [1, 0, 0] },
    { "name": "cross", "type": "universal", "between": ["top.B", "bar.A"], "axis": [0, 1, 0],
      "secondAxis": [0, 0, -1] },
    { "name": "sleeve", "type": "cylindrical", "between": ["top.B", "arm.A"], "axis": [0, 1, 0],
      "secondAxis": [1, 0, 0] },
    { "name": "table", "type": "planar", "between": ["ground.O", "arm.A"], "axis": [0, 1, 0],
      "secondAxis": [1, 0, 0] },
    { "name": "guide", "type": "prismatic", "between": ["ground.O", "arm.A"], "axis": [2, 3, 6],
      "turn": [0.1, -0.2, 0.5] },
    { "name": "weld", "type": "fixed", "between": ["top.B", "bar.B"], "turn": [0, 0, 1.5] },
    { "name": "groove", "type": "slot", "between": ["arm.A", "bob.P"], "axis": [0, 0, 1] },
    { "name": "cord", "type": "rod", "between": ["top.A", "bob.P"], "length": 0.5 },
    { "name": "bent", "type": "constant-velocity", "between": ["top.B", "bar.A"], "axis": [0, 1, 0],
      "secondAxis": [0, 0, -1] },
    { "name": "nut", "type": "screw", "between": ["top.B", "arm.A"], "axis": [0, 1, 0],
      "secondAxis": [1, 0, 0], "pitch": -0.004 },
    { "name": "radius", "type": "revolute-spherical", "between": ["top.B", "arm.A"], "axis": [0, 1, 1],
      "length": 0.3 },
    { "name": "floor", "type": "in-plane", "between": ["ground.O", "arm.A"], "axis": [1, 1, 0] },
    { "name": "along", "type": "parallel-axes", "between": ["top.B", "arm.A"], "axis": [0, 1, 0],
      "secondAxis": [1, 0, 0] },
    { "name": "apart", "type": "perpendicular-axes", "between": ["top.B", "arm.A"], "axis": [0, 1, 0],
      "secondAxis": [1, 0, 0] },
    { "name": "level", "type": "same-orientation", "between": ["top.B", "arm.A"], "turn": [0.1, 0, 0.2] },
    { "name": "wheel", "type": "rolling", "between": ["ground.O", "arm.A"], "normal": [0, 3, 4],
      "axle": [0, 1, 0], "radius": 0.25 },
    { "name": "marble", "type": "rolling-ball", "between": ["ground.O", "top.B"], "normal": [0, 3, 4],
      "radius": 0.5 },
    { "name": "skate", "type": "knife-edge", "between": ["ground.O", "top.A"], "axis": [1, 0, 0],
      "normal": [0, 0, 1] }
  ],
  "drivers": [ { "name": "spinner", "joint": "sleeve", "velocity": "2*t" },
    { "name": "twister", "joint": "sleeve", "coordinate": 2, "acceleration": "0.5*t",
    "startPosition": 0.25, "startVelocity": -1 } ],
  "constraints": [
    { "name": "orbit", "type": "path", "point": "mote.P", "x": "0.1*t", "y": "1 - t", "z": "2" } ],
  "forces": [
    { "name": "spring", "type": "spring-damper", "between": ["ground.C", "top.B"], "stiffness": 4530 },
    { "name": "push", "type": "force", "at": "top.B", "value": [10, 0, 5], "axes": "body" },
    { "name": "drive", "type": "torque", "on": "top", "reaction": "arm", "value": 0.033, "axis": [1, 2, 2] },
    { "name": "jet", "type": "force", "at": "top.B", "value": [1, 2, "t"], "axes": "arm.M" },
    { "name": "twist", "type": "moment", "on": "top", "reaction": "arm", "value": [1, "t", 0],
      "axes": "arm.M" },
    { "name": "mount", "type": "bushing", "between": ["ground.M", "arm.M"], "stiffness": [1, 2, 3],
      "damping": [0, 0.5, 0], "turnStiffness": [4, 5, 6], "turnDamping": [0.1, 0, 0] },
    { "name": "ends", "type": "stop", "joint": "sleeve", "coordinate": 2, "lower": -0.1, "upper": 0.1,
      "restitution": 0.5 },
    { "name": "coil", "type": "joint-spring", "joint": "cross", "coordinate": 2, "stiffness": 3,
      "rest": "5 deg" },
    { "name": "feed", "type": "joint-force", "joint": "sleeve", "coordinate": 2, "value": "2*t" },
    { "name": "hand", "type": "hand", "stiffness": 400, "grabs": [
      { "body": "arm", "at": [0, 0, 1], "path": [[0, 1, 2, 3, 0], [1, 1, 2, 4]] } ] }
  ],
  "outputs": [
    { "name": "turn", "expression": "top.e0 + top.omegaz + top.alphax" },
    { "name": "way", 
      "expression": "top.B.z + top.B.vz + top.B.az + ball.lambda3 + cross.lambda4 + spring.length" }
  ]
})";
}

Mechanism everything() {
  Mechanism m = parseMechanism(completeModel(), "complete");
  FlexibleBeam beam;
  beam.to = 1, beam.youngsModulus = 2e11, beam.area = 1e-4, beam.secondMoment = 1e-9, beam.endShapes = true,
  beam.longitudinal = false, beam.dampingRatio = 0.01;
  beam.stiffness = FlexibleBeam::Stiffness::Full;
  beam.displacements = {0.001, 0, 0.002}, beam.rates = {0.5};
  m.bodies[1].flexible = beam;
  m.bodies[1].centreOfMass = {0.25, 0};
  m.bodies[0].inertia = m.bodies[0].mass * 0.2 * 0.2 / 12;  // a uniform bar
  m.bodies[0].points[1].traced = true;
  m.bodies[3].position = {1, 2}, m.bodies[3].velocity = {0.5, 0};
  SampledLaw& clock = std::get<SampledLaw>(m.controllers[3].kind);
  clock.sampling.offset = 0.001, clock.states[0].initial = 0.5;
  m.joints.push_back({"link", RodJoint{{0, 1}, {3, 0}, 0.4}});
  ControlVariable& flow = std::get<ControlLaw>(m.controllers[1].kind).variables[0];
  flow.initial = 0.25, flow.scale = 3;
  return m;
}

const std::vector<Damage>& damages() {
  static const std::vector<Damage> all = {
      // version and unknown keys
      {"\"holonom\": 1, ", "", "/", "", "version field 'holonom' is missing"},
      {"\"holonom\": 1", "\"holonom\": 2", "/holonom", "", "not supported"},
      {"\"holonom\": 1", "\"holonom\": \"1\"", "/holonom", "", "must be a number"},
      {"\"gravity\"", "\"gravty\"", "/gravty", "", "did you mean 'gravity'"},
      {"\"inertia\": 0.02", "\"inertia\": 0.02, \"colour\": \"red\"", "/bodies/1/colour", "body 'rod'",
       "unknown key"},
      {"\"centreOfMass\"", "\"centerOfMass\"", "/bodies/0/centerOfMass", "body 'crank'",
       "did you mean 'centreOfMass'"},
      {"\"angular\": 3", "\"anglar\": 3", "/bodies/0/velocity/anglar", "body 'crank'",
       "did you mean 'angular'"},
      {"\"width\"", "\"widht\"", "/bodies/0/display/widht", "body 'crank'", "did you mean 'width'"},
      {"[\"ground.O\", \"crank.A\"]", "[\"ground.O\", \"crank.A\"], \"radius\": 1", "/joints/0/radius",
       "joint 'pin'", "unknown key"},
      {"[\"ground.O\", \"crank.A\"]", "[\"ground.O\", \"crank.A\"], \"axis\": [1, 0, 0]", "/joints/0/axis",
       "joint 'pin'", "no meaning here", false},
      {"\"maxOrder\"", "\"maxorder\"", "/run/maxorder", "", "did you mean 'maxOrder'"},
      {"\"cardan\"", "\"cardn\"", "/run/rotations", "", "did you mean 'cardan'"},
      {"\"ground\": { \"points\"", "\"ground\": { \"point\"", "/ground/point", "", "did you mean 'points'"},
      {"\"position\": [0, 0]", "\"positon\": [0, 0]", "/bodies/0/pose/positon", "body 'crank'",
       "did you mean 'position'"},
      {"\"motion\"", "\"motion_\"", "/drivers/0/motion_", "driver 'motor'", "did you mean 'motion'"},
      {"\"freeLength\"", "\"freelength\"", "/forces/0/freelength", "force 'spring'",
       "did you mean 'freeLength'"},
      {"\"unit\"", "\"units\"", "/outputs/0/units", "output 'beta'", "did you mean 'unit'"},
      // groups
      {"[\"crank\", \"pin\", \"motor\"]", "[\"crank\", \"pn\"]", "/groups/0/parts/1", "group 'Drive train'",
       "there is no part", false},
      {"[\"beta\"]", "[\"crank\"]", "/groups/1/parts/0", "group 'Watched'", "in a group already", false},
      {"\"name\": \"Watched\"", "\"name\": \"Drive train\"", "/groups/1/name", "", "another group", false},
      {"\"name\": \"Watched\"", "\"name\": \"\"", "/groups/1/name", "", "needs a name"},
      // forces with expressions
      {"-k_1*pin.velocity", "-k_1*pin.velocty", "/forces/3/value", "force 'brake'",
       "did you mean 'pin.velocity'", false},
      {"-k_1*pin.velocity", "-k_1*crank.alpha", "/forces/3/value", "force 'brake'", "no accelerations",
       false},
      {"-k_1*pin.velocity", "-k_1*weld.position", "/forces/3/value", "force 'brake'", "unknown name", false},
      {"\"3*k_1*t\", 0", "\"3*sin(\", 0", "/forces/4/value/0", "force 'gust'", "column", false},
      {"\"3*k_1*t\", 0", "\"3*k_1*t\", null", "/forces/4/value/1", "force 'gust'", "must be a number"},
      {"20 - 20*jack.length", "", "/forces/5/value", "force 'jack'", "the expression is empty"},
      // stops
      {"\"lower\": -0.5, \"upper\": 0.75, ", "", "/forces/6", "force 'buffer'", "no limit"},
      {"\"upper\": 0.75", "\"upper\": -0.75", "/forces/6/upper", "force 'buffer'", "greater than the lower",
       false},
      {"\"stiffness\": 1000, \"damping\": 3", "\"damping\": 3", "/forces/6", "force 'buffer'",
       "neither stiffness nor restitution"},
      {"\"restitution\": 0.6", "\"restitution\": 1.6", "/forces/7/restitution", "force 'rope'",
       "from 0 to 1"},
      {"\"restitution\": 0.6", "\"restitution\": 0.6, \"stiffness\": 1", "/forces/7/restitution",
       "force 'rope'", "no stiffness"},
      {"\"joint\": \"guide\", \"lower\"", "\"joint\": \"weld\", \"lower\"", "/forces/6/joint",
       "force 'buffer'", "has no coordinate of its own", false},
      {"\"joint\": \"guide\", \"lower\"", "\"lower\"", "/forces/6", "force 'buffer'", "either a joint or"},
      // hands
      {"\"stiffness\": 250", "\"stiffness\": 0", "/forces/8/stiffness", "force 'hand'", "greater than 0"},
      {"\"body\": \"rod\", \"at\"", "\"body\": \"ground\", \"at\"", "/forces/8/grabs/0/body", "force 'hand'",
       "cannot pull ground"},
      {"[0.75, 1.5, 2.5, 1]", "[0.5, 1.5, 2.5, 1]", "/forces/8/grabs/0/path/1/0", "force 'hand'", "later",
       false},
      {"[[1.5, 0.125, -3]", "[[0.7, 0.125, -3]", "/forces/8/grabs/1/path/0/0", "force 'hand'", "later",
       false},
      {"[[0.5, 1, 2, 0], [0.75, 1.5, 2.5, 1]]", "[]", "/forces/8/grabs/0/path", "force 'hand'",
       "takes no way"},
      {"[1.5, 0.125, -3]", "[1.5, 0.125]", "/forces/8/grabs/1/path/0", "force 'hand'", "3 or 4 numbers"},
      {"[0.5, 1, 2, 0]", "[0.5, 1, 2, 1]", "/forces/8/grabs/0/path/0/3", "force 'hand'", "not open", false},
      // wrong types
      {"\"mass\": 2", "\"mass\": \"2\"", "/bodies/1/mass", "body 'rod'",
       "must be a number, is the string \"2\""},
      {"\"mass\": 2", "\"mass\": null", "/bodies/1/mass", "body 'rod'", "must be a number, is null"},
      {"\"mass\": 2", "\"mass\": [2]", "/bodies/1/mass", "body 'rod'", "must be a number, is a list"},
      {"\"mass\": 2", "\"mass\": true", "/bodies/1/mass", "body 'rod'", "must be a number, is a truth value"},
      {"\"gravity\": [0, -9.81]", "\"gravity\": -9.81", "/gravity", "", "must be a list"},
      {"\"gravity\": [0, -9.81]", "\"gravity\": [0, 0, 0, -9.81]", "/gravity", "", "two or three numbers"},
      {"\"C\": [1, 2]", "\"C\": [1]", "/ground/points/C", "", "two or three numbers"},
      {"\"A\": [0, 0], \"B\"", "\"A\": [0, 0, 0], \"B\"", "/bodies/0/points/A", "body 'crank'",
       "two numbers"},
      {"\"gravity\": [0, -9.81]", "\"gravity\": [0, \"down\"]", "/gravity/1", "", "must be a number"},
      {"\"name\": \"rod\"", "\"name\": 7", "/bodies/1/name", "", "must be a string"},
      {"\"30 deg\"", "\"30 degrees\"", "/bodies/0/pose/angle", "body 'crank'", "30 deg"},
      {"\"30 deg\"", "\"nan deg\"", "/bodies/0/pose/angle", "body 'crank'", "is no angle"},
      {"\"30 deg\"", "[30]", "/bodies/0/pose/angle", "body 'crank'", "must be a number"},
      {"\"parameters\": {", "\"run_\": 1, \"parameters\": {", "/run_", "", "unknown key"},
      {"\"index\": 2", "\"index\": 2.5", "/run/index", "", "whole number"},
      {"\"index\": 2", "\"index\": 0", "/run/index", "", "from 1 to 3"},
      {"\"motion\": \"omega*t\"", "\"motion\": [3]", "/drivers/0/motion", "driver 'motor'",
       "must be a number"},
      {"{ \"name\": \"rod\"", "17, { \"name\": \"rod\"", "/bodies/1", "", "must be an object"},
      {"[\"ground.O\", \"crank.A\"]", "[\"ground.O\"]", "/joints/0/between", "joint 'pin'", "two points"},
      {"[\"ground.O\", \"crank.A\"]", "\"ground.O\"", "/joints/0/between", "joint 'pin'", "must be a list"},
      // missing
      {"\"mass\": 2, ", "", "/bodies/1", "body 'rod'", "'mass' is missing"},
      {"\"inertia\": 0.02, ", "", "/bodies/1", "body 'rod'", "'inertia' is missing"},
      {"\"type\": \"revolute\", ", "", "/joints/0", "joint 'pin'", "'type' is missing"},
      {", \"motion\": \"omega*t\"", "", "/drivers/0", "driver 'motor'", "'motion' is missing"},
      {"\"motion\": \"omega*t\"", "\"motion\": \"omega*t\", \"velocity\": \"omega\"", "/drivers/0/velocity",
       "driver 'motor'", "has \"motion\" already"},
      {"\"motion\": \"omega*t\"", "\"motion\": \"omega*t\", \"startPosition\": 1", "/drivers/0/startPosition",
       "driver 'motor'", "leave \"startPosition\" out"},
      {"\"motion\": \"omega*t\"", "\"velocity\": \"omega\", \"startVelocity\": 1", "/drivers/0/startVelocity",
       "driver 'motor'", "leave \"startVelocity\" out"},
      // values
      {"\"mass\": 2", "\"mass\": 0", "/bodies/1/mass", "body 'rod'", "greater than 0, is 0"},
      {"\"mass\": 2", "\"mass\": -1", "/bodies/1/mass", "body 'rod'", "greater than 0, is -1"},
      {"\"inertia\": 0.02", "\"inertia\": -0.02", "/bodies/1/inertia", "body 'rod'", "greater than 0"},
      {"\"inertia\": 0.02", "\"inertia\": 0", "/bodies/1/inertia", "body 'rod'", "greater than 0"},
      {"\"mass\": 2", "\"mass\": 1e-200", "/bodies/1/mass", "body 'rod'", "too small"},
      {"\"mass\": 2", "\"mass\": 1e101", "/bodies/1/mass", "body 'rod'", "too large"},
      {"\"gravity\": [0, -9.81]", "\"gravity\": [0, -1e300]", "/gravity/1", "", "too large"},
      {"\"omega\": 150", "\"omega\": 1e200", "/parameters/omega", "", "too large"},
      {"\"stiffness\": 4530", "\"stiffness\": -1", "/forces/0/stiffness", "force 'spring'", "negative"},
      {"\"damping\": 7", "\"damping\": -7", "/forces/0/damping", "force 'spring'", "negative"},
      {"\"axis\": [3, 4]", "\"axis\": [0, 0]", "/joints/2/axis", "joint 'guide'", "no direction", false},
      {"\"rtol\": 1e-4", "\"rtol\": 0", "/run/rtol", "", "greater than 0"},
      {"\"endTime\": 0.03", "\"endTime\": -1", "/run/endTime", "", "greater than 0"},
      {"#4c78a8", "blue", "/bodies/0/display/colour", "body 'crank'", "#rrggbb"},
      {"\"shape\": \"bar\"", "\"shape\": \"bra\"", "/bodies/0/display/shape", "body 'crank'",
       "did you mean 'bar'"},
      {"\"exact\": [\"angle\", \"omega\"]", "\"exact\": [\"angle\", \"omga\"]", "/bodies/0/exact/1",
       "body 'crank'", "did you mean 'omega'"},
      {"\"exact\": [\"angle\", \"omega\"]", "\"exact\": [\"angle\", \"angle\"]", "/bodies/0/exact/1",
       "body 'crank'", "listed twice"},
      {"\"revolute\"", "\"revolut\"", "/joints/0/type", "joint 'pin'", "did you mean 'revolute'"},
      {"\"torque\"", "\"torqe\"", "/forces/2/type", "force 'drive'", "did you mean 'torque'"},
      {"\"axes\": \"body\"", "\"axes\": \"crank\"", "/forces/1/axes", "force 'push'", "'ground', 'body'"},
      {"\"method\": \"bdf\"", "\"method\": \"\"", "/run/method", "", "no name"},
      // names
      {"\"name\": \"rod\"", "\"name\": \"crank\"", "/bodies/1/name", "",
       "taken by body 'crank' at /bodies/0/name", false},
      {"\"name\": \"motor\"", "\"name\": \"slider\"", "/drivers/0/name", "", "taken by body 'slider'", false},
      {"\"name\": \"push\"", "\"name\": \"pin\"", "/forces/1/name", "", "taken by joint 'pin'", false},
      {"\"name\": \"pull.total\"", "\"name\": \"beta\"", "/outputs/1/name", "", "another output", false},
      {"\"name\": \"rod\"", "\"name\": \"ground\"", "/bodies/1/name", "", "reserved"},
      {"\"name\": \"rod\"", "\"name\": \"my rod\"", "/bodies/1/name", "", "cannot be a name"},
      {"\"name\": \"rod\"", "\"name\": \"\"", "/bodies/1/name", "", "cannot be a name"},
      {"\"name\": \"rod\"", "\"name\": \"2nd\"", "/bodies/1/name", "", "cannot be a name"},
      {"\"name\": \"rod\"", "\"name\": \"a.b\"", "/bodies/1/name", "", "cannot be a name"},
      {"\"name\": \"beta\"", "\"name\": \"t\"", "/outputs/0/name", "", "reserved for time"},
      {"\"B\": [0.2, 0]", "\"B-2\": [0.2, 0]", "/bodies/0/points/B-2", "body 'crank'", "cannot be a name"},
      {"\"omega\": 150", "\"t\": 150", "/parameters/t", "", "meaning of its own"},
      {"\"omega\": 150", "\"sin\": 150", "/parameters/sin", "", "meaning of its own"},
      // references
      {"\"crank.A\"]", "\"krank.A\"]", "/joints/0/between/1", "joint 'pin'",
       "no body 'krank', did you mean 'crank'", false},
      {"\"crank.A\"]", "\"crank.a\"]", "/joints/0/between/1", "joint 'pin'",
       "has no point 'a', did you mean 'A'", false},
      {"\"crank.A\"]", "\"ground.Q\"]", "/joints/0/between/1", "joint 'pin'", "ground has no point 'Q'",
       false},
      {"\"crank.A\"]", "\"crank\"]", "/joints/0/between/1", "joint 'pin'", "write body.point"},
      {"[\"crank.B\", \"rod.B\"]", "[\"crank.B\", \"crank.A\"]", "/joints/1/between", "joint 'weld'",
       "connects body 'crank' to itself", false},
      {"[\"ground.O\", \"crank.A\"]", "[\"ground.O\", \"ground.C\"]", "/joints/0/between", "joint 'pin'",
       "ground to itself", false},
      {"\"joint\": \"pin\"", "\"joint\": \"pln\"", "/drivers/0/joint", "driver 'motor'", "did you mean 'pin'",
       false},
      {"\"joint\": \"pin\"", "\"joint\": \"contact\"", "/drivers/0/joint", "driver 'motor'",
       "no coordinate of its own", false},
      {"\"radius\": 0.3", "\"radius\": 0", "/joints/3/radius", "joint 'contact'", "greater than 0"},
      {"\"radius\": 0.3", "\"radus\": 0.3", "/joints/3/radus", "joint 'contact'", "did you mean 'radius'"},
      {"\"axis\": [-1, 0]", "\"axis\": [0, 0]", "/joints/4/axis", "joint 'blade'", "no direction", false},
      {"\"joint\": \"guide\"", "\"joint\": \"weld\"", "/controllers/0/joint", "controller 'pid'",
       "no position", false},
      {"\"0.1*t\"", "\"0.1*t+pid.u\"", "/controllers/0/setpoint", "controller 'pid'", "pid.u", false},
      {"\"type\": \"equations\"", "\"type\": \"equation\"", "/controllers/1/type", "controller 'valve'",
       "did you mean"},
      {"\"name\": \"flow\"", "\"name\": \"filtered\"", "/controllers/1/algebraic/0/name",
       "controller 'valve'", "taken by another", false},
      {"valve.flow^3+valve.flow-valve.filtered", "valve.filtered", "/controllers/1/algebraic/0/equation",
       "controller 'valve'", "no algebraic variable", false},
      {"\"2*valve.flow\"", "\"2*valve.sum\"", "/controllers/1/signals/0/expression", "controller 'valve'",
       "valve.sum", false},
      {"\"period\": 0.01, ", "", "/controllers/2/offset", "controller 'slow'", "needs a period"},
      {"\"period\": 0.005", "\"period\": 0", "/controllers/3/period", "controller 'clock'", "greater than 0"},
      {"\"offset\": 0.002", "\"offset\": -1", "/controllers/2/offset", "controller 'slow'", "negative"},
      {"\"next\": ", "\"derivative\": ", "/controllers/3/states/0/derivative", "controller 'clock'",
       "unknown key"},
      {"-clock.z+0.5", "-clock.y+0.5", "/controllers/3/outputs/0/expression", "controller 'clock'", "clock.y",
       false},
      {"crank.theta - pi", "2*pi", "/events/0/condition", "event 'top'", "never changes", false},
      {"crank.theta - pi", "crank.alpha", "/events/0/condition", "event 'top'", "crank.alpha", false},
      {"\"rising\"", "\"up\"", "/events/0/direction", "event 'top'", "rising"},
      {"\"action\": \"stop\"", "\"action\": \"halt\"", "/events/1/action", "event 'end'", "record"},
      {"\"name\": \"top\"", "\"name\": \"crank\"", "/events/0/name", "", "taken by", false},
      {"(pid.u-valve.filtered)", "(pid.w-valve.filtered)", "/controllers/1/states/0/derivative",
       "controller 'valve'", "pid.w", false},
      {"\"joint\": \"pin\"", "\"joint\": \"weld\"", "/drivers/0/joint", "driver 'motor'", "is fixed", false},
      {"\"drivers\": [", "\"drivers\": [ { \"name\": \"first\", \"joint\": \"pin\", \"motion\": \"t\" }, ",
       "/drivers/1/joint", "driver 'motor'", "driven by 'first' already", false},
      {"\"at\": \"slider.E\"", "\"at\": \"ground.O\"", "/forces/1/at", "force 'push'", "moves nothing"},
      {"\"on\": \"crank\"", "\"on\": \"ground\"", "/forces/2/on", "force 'drive'", "moves nothing"},
      {"\"on\": \"crank\"", "\"on\": \"crnk\"", "/forces/2/on", "force 'drive'", "did you mean 'crank'",
       false},
      {"\"reaction\": \"rod\"", "\"reaction\": \"crank\"", "/forces/2/reaction", "force 'drive'", "same body",
       false},
      // expressions
      {"\"omega*t\"", "\"omga*t\"", "/drivers/0/motion", "driver 'motor'",
       "column 1 of \"omga*t\": unknown name 'omga', did you mean 'omega'", false},
      {"\"omega*t\"", "\"omega*(t\"", "/drivers/0/motion", "driver 'motor'", "column 7", false},
      {"\"omega*t\"", "\"\"", "/drivers/0/motion", "driver 'motor'", "empty"},
      {"\"omega*t\"", "\"crank.theta\"", "/drivers/0/motion", "driver 'motor'", "unknown name 'crank.theta'",
       false},
      {"\"crank.theta\"", "\"2*crank.thetta\"", "/outputs/0/expression", "output 'beta'", "column 3 of",
       false},
      {"\"bob.P.x - k_1*bob.P.y^2\"", "\"bob.P.x - k_1*bob.Q.y^2\"", "/constraints/0/formula",
       "constraint 'wire'", "unknown name 'bob.Q.y'", false},
      {"\"bob.P.x - k_1*bob.P.y^2\"", "\"k_1*t\"", "/constraints/0/formula", "constraint 'wire'",
       "does not depend on the motion", false},
      {"\"bob.P.x - k_1*bob.P.y^2\"", "\"bob.P.x - pid.u\"", "/constraints/0/formula", "constraint 'wire'",
       "no accelerations, forces, multipliers or quantities of controllers", false},
      {"\"1 + 0.1*omega*t\"", "\"1 + 0.1*crank.theta\"", "/constraints/1/x", "constraint 'lead'",
       "a path may use t and the parameters only", false},
      {"\"point\": \"wheel.hub\"", "\"point\": \"wheel.hob\"", "/constraints/1/point", "constraint 'lead'",
       "body 'wheel' has no point 'hob', did you mean 'hub'", false},
      {"\"point\": \"wheel.hub\"", "\"point\": \"ground.O\"", "/constraints/1/point", "constraint 'lead'",
       "a point of the ground does not move"},
      {", \"x\": \"1 + 0.1*omega*t\"", "", "/constraints/1", "constraint 'lead'", "prescribes nothing",
       false},
      {"\"x\": \"1 + 0.1*omega*t\"", "\"z\": \"0.1*omega*t\"", "/constraints/1/z", "constraint 'lead'",
       "'wheel' moves in the plane", false},
      // duplicate keys
      {"\"mass\": 2", "\"mass\": 2, \"mass\": 2", "/bodies/1/mass", "", "appears twice", false},
      {"\"C\": [1, 2]", "\"O\": [1, 2]", "/ground/points/O", "", "appears twice", false},
  };
  return all;
}

std::string damaged(const Damage& damage) {
  std::string text = completeModel();
  const auto at = text.find(damage.find);
  if (at == std::string::npos) throw std::logic_error(std::string("nothing to damage: ") + damage.find);
  return text.replace(at, std::string(damage.find).size(), damage.replace);
}

std::string readText(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot open " + file.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> exampleFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(HOLONOM_SOURCE_DIR) / "examples"))
    if (std::filesystem::exists(entry.path() / "model.json")) files.push_back(entry.path() / "model.json");
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(HOLONOM_SOURCE_DIR) /
                                                               "resources" / "templates"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.size() < 20) throw std::runtime_error("examples are missing");
  return files;
}

}  // namespace holonom
