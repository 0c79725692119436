// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QObject>
#include <QPointer>
#include <memory>
#include <vector>

#include "gui/app/assembling.h"
#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"
#include "gui/viewport/tools/tool.h"

class QMenu;
class QToolBar;

namespace holonom {

class MechanismView;

/// Drawing in the picture: the tools as actions with keys, and what they do as steps of the document.
class DrawActions : public QObject, private ToolHost {
  Q_OBJECT
 public:
  DrawActions(Workspace& workspace, MechanismView& view, QObject* parent = nullptr);
  ~DrawActions() override;

  void fill(QMenu& menu, QToolBar& toolBar);
  void bindKeys(TransportKeys& keys);
  /// What Escape does while drawing: ends what is under way, then the tool. False when there was nothing to
  /// end.
  bool escape();
  void removeSelected();
  QAction* drawAction() { return &drawing_; }
  ToolHost& host() { return *this; }
  bool isAssembling() const { return assembling_.isBusy(); }

 private:
  const Mechanism& mechanism() const override { return workspace_.document.mechanism(); }
  Mechanism shown() const override;
  ShownUnits units() const override { return workspace_.units.shown(); }
  void edit(const QString& name, Mechanism changed, const QString& gesture) override;
  void show(const Mechanism& moved) override;
  Assembler& assembler() override { return assembling_; }
  void select(const PartRef& part) override { workspace_.selection.select(part); }
  PartRef selected() const override { return workspace_.selection.part(); }
  void selectAll(std::vector<PartRef> parts) override { workspace_.selection.selectAll(std::move(parts)); }
  std::vector<PartRef> selection() const override { return workspace_.selection.parts(); }
  bool atStart() const override;
  void toStart() override;

  void makeKeyActions();
  void fillKeys(QMenu& menu);
  bool hidePointer();  // false when there is none
  void use(std::size_t tool, bool onBoard);
  void leaveTool();
  void choose(std::size_t tool);
  void setDrawing(bool on);
  void documentOpened();
  void followTime();
  void comeHome();

  Workspace& workspace_;
  QPointer<MechanismView> view_;  // may go before
  QActionGroup group_;
  QAction drawing_, remove_, snap_, pointer_;
  std::vector<QAction*> tools_;  // in the order of toolOffers()
  Assembling assembling_;
  std::unique_ptr<Tool> tool_;
  bool editing_ = false, home_ = true;  // home: the picture shows the start
  bool besideBoard_ = false;            // the tool works in any view
};

/// Draw, with a tool bar of its own.
void addDrawActions(const WindowParts& parts);

}  // namespace holonom
