// SPDX-License-Identifier: GPL-3.0-or-later
// The list of forms: a new one is a pair of files and a line here.
#include <algorithm>

#include "gui/plots/forms/phase_form.h"
#include "gui/plots/forms/plot_form.h"
#include "gui/plots/forms/spectrum_form.h"
#include "gui/plots/forms/table_form.h"
#include "gui/plots/forms/time_form.h"

namespace holonom {

namespace {

// Panes hold on to their forms, which stay where they are in a deque.
std::deque<PlotForm>& forms() {
  static std::deque<PlotForm> list{
      timeForm(),
      phaseForm(),
      spectrumForm(),
      tableForm(),
  };
  return list;
}

}  // namespace

const std::deque<PlotForm>& plotForms() { return forms(); }

const PlotForm& formNamed(const QString& key) {
  const auto found =
      std::find_if(forms().begin(), forms().end(), [&](const auto& f) { return f.key == key; });
  return found == forms().end() ? forms().front() : *found;
}

void addPlotForm(PlotForm form) { forms().push_back(std::move(form)); }

}  // namespace holonom
