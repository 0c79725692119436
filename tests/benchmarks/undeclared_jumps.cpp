// SPDX-License-Identifier: GPL-3.0-or-later
// Runs across jumps that nothing declares, against the same runs that meet them: by method and tolerance the
// largest error in tolerances, and how many of the runs in which it is large say nothing.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "tests/solvers/hostile/jump_models.h"

namespace {

using namespace holonom;
using namespace holonom::jumps;

constexpr int kPlaces = 12;

}  // namespace

int main(int argc, char** argv) {
  const char* only = argc > 1 ? argv[1] : "";
  std::vector<TestedMethod> variants(std::begin(kVariants), std::end(kVariants));
  variants.insert(variants.end(), std::begin(kFirstOrderVariants), std::end(kFirstOrderVariants));
  std::printf(
      "error in tolerances: largest when the jump is met / is not told of (runs that end / name the jump / "
      "are wrong in silence), steps\n");
  long silent = 0;
  for (const Model& model : models()) {
    std::vector<State> exact;
    for (int i = 0; i < kPlaces; ++i) {
      const auto system = makeEquations(model.make((i + 0.37) / kPlaces));
      exact.push_back(answer(*system, *system, optionsOf({"", "dop853", 1}, 1e-12, model.end)).end);
    }
    for (const TestedMethod& variant : variants) {
      if (*only && !std::strstr(only, variant.method)) continue;
      std::printf("%-26s %-22s", model.name, variant.name);
      for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
        double met = 0, worst = 0;
        int ended = 0, named = 0, wrong = 0;
        long steps = 0, before = 0;
        std::vector<double> errors;
        for (int i = 0; i < kPlaces; ++i) {
          const auto shown = makeEquations(model.make((i + 0.37) / kPlaces));
          const SimulationOptions options = optionsOf(variant, tolerance, model.end);
          const Answer open = answer(*shown, *shown, options);
          met = std::max(met, distance(*shown, open.end, exact[i]) / tolerance);
          before += open.steps;
          HiddenSwitches hidden(makeEquations(model.make((i + 0.37) / kPlaces)));
          const Answer a = answer(hidden, hidden.shown(), options);
          ended += a.ended;
          named += a.named;
          steps += a.steps;
          errors.push_back(a.ended && !a.named ? distance(hidden, a.end, exact[i]) / tolerance : 0);
          if (a.ended) worst = std::max(worst, distance(hidden, a.end, exact[i]) / tolerance);
        }
        for (const double e : errors) wrong += e > std::max(10.0, 3 * met);
        silent += wrong;
        std::printf(" | %7.2g %7.2g (%2d %2d %2d) %5ld %5ld", met, worst, ended, named, wrong,
                    before / kPlaces, steps / kPlaces);
      }
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  std::printf("wrong in silence: %ld\n", silent);
}
