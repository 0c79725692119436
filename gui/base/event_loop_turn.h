// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// One turn of the GUI thread's event loop: paints, timers and inputs that come due at the same time share
/// it, and what comes next waits for all of them.
namespace holonom::eventloop {

/// Processor time since the turn that is going on began, s; 0 before there is an event loop. For the GUI
/// thread.
double spentInTurn();

/// Whether this turn has had its share.
bool turnIsFull();

/// Of work that can wait for the next turn: not for ever beside others that fill every one.
class TurnWait {
 public:
  /// To be asked in each turn. False: now it should be done.
  bool goesOn(bool reason = turnIsFull()) {
    constexpr int kMost = 4;
    waited_ = reason && waited_ < kMost ? waited_ + 1 : 0;
    return waited_ > 0;
  }

 private:
  int waited_ = 0;
};

}  // namespace holonom::eventloop
