// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/math/hermite.h"

namespace holonom {

namespace {

bool isRateUnit(const std::string& rate, const std::string& of) {
  const std::string perSecond = "/s";
  if (of.size() > perSecond.size() && of.ends_with(perSecond)) return rate == of + "²";
  return !of.empty() && rate == of + perSecond;
}

}  // namespace

std::vector<int> rateChannels(const std::vector<Channel>& channels) {
  using Place = std::tuple<std::string, ChannelKind, int>;
  std::map<Place, int> byPlace;
  std::map<std::pair<std::string, ChannelKind>, int> counts;
  std::vector<Place> places;
  for (const Channel& channel : channels) {
    places.emplace_back(channel.part, channel.kind, counts[{channel.part, channel.kind}]++);
    byPlace[places.back()] = static_cast<int>(places.size()) - 1;
  }
  std::vector<int> rates(channels.size(), -1);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    auto [part, kind, number] = places[i];
    if (kind == ChannelKind::Step) rates[i] = kHeldByStep;
    if (channels[i].rate >= 0) rates[i] = channels[i].rate;
    if (kind != ChannelKind::Position && kind != ChannelKind::Velocity) continue;
    kind = kind == ChannelKind::Position ? ChannelKind::Velocity : ChannelKind::Acceleration;
    const auto found = byPlace.find({part, kind, number});
    if (found != byPlace.end() &&
        isRateUnit(channels[static_cast<std::size_t>(found->second)].unit, channels[i].unit))
      rates[i] = found->second;
  }
  return rates;
}

int rateChannel(const std::vector<Channel>& channels, int channel) {
  const Channel& of = channels[static_cast<std::size_t>(channel)];
  if (of.rate >= 0) return of.rate;
  if (of.kind == ChannelKind::Step) return kHeldByStep;
  if (of.kind != ChannelKind::Position && of.kind != ChannelKind::Velocity) return -1;
  const ChannelKind kind =
      of.kind == ChannelKind::Position ? ChannelKind::Velocity : ChannelKind::Acceleration;
  int place = 0, number = 0;
  for (int i = 0; i < channel; ++i) {
    const Channel& before = channels[static_cast<std::size_t>(i)];
    place += before.kind == of.kind && before.part == of.part;
  }
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (channels[i].kind == kind && channels[i].part == of.part && number++ == place)
      return isRateUnit(channels[i].unit, of.unit) ? static_cast<int>(i) : -1;
  return -1;
}

namespace {

/// The first of the four channels of Euler parameters among which one stands; −1: it is none.
int turnChannel(const std::vector<Channel>& channels, int channel) {
  const std::string& name = channels[static_cast<std::size_t>(channel)].name;
  const auto dot = name.rfind('.');
  if (dot == name.npos || name.size() != dot + 3 || name[dot + 1] != 'e') return -1;
  const int first = channel - (name[dot + 2] - '0');
  for (int k = 0; k < 4; ++k) {
    const std::size_t at = static_cast<std::size_t>(first + k);
    if (first < 0 || at >= channels.size()) return -1;
    if (channels[at].kind != ChannelKind::Position ||
        channels[at].name != name.substr(0, dot + 2) + char('0' + k))
      return -1;
  }
  return first;
}

}  // namespace

ChannelPairs::ChannelPairs(const std::vector<Channel>& a, const std::vector<Channel>& b)
    : a_(a), b_(b), ratesA_(rateChannels(a)), ratesB_(rateChannels(b)) {}

std::optional<ChannelPair> ChannelPairs::of(int inA, int inB) const {
  if (inA < 0 || inB < 0) return std::nullopt;
  return ChannelPair{inA,
                     ratesA_[static_cast<std::size_t>(inA)],
                     inB,
                     ratesB_[static_cast<std::size_t>(inB)],
                     turnChannel(a_, inA),
                     turnChannel(b_, inB)};
}

CommonTimes::CommonTimes(const Recording& a, const Recording& b) : a_{&a}, b_{&b} {}

void CommonTimes::Cursor::moveTo(double t, std::size_t size) {
  while (row + 1 < size && recording->time(row + 1) <= t) ++row;
}

double CommonTimes::Cursor::at(double t, int channel, int rate) const {
  const double start = recording->time(row), value = recording->value(row, channel);
  if (t <= start || row + 1 >= recording->size()) return value;
  const double h = recording->time(row + 1) - start, s = (t - start) / h,
               next = recording->value(row + 1, channel);
  if (rate == kHeldByStep) return next;
  if (rate < 0) return value + s * (next - value);
  return HermiteWeights(s, h).between(value, next, recording->value(row, rate),
                                      recording->value(row + 1, rate));
}

bool CommonTimes::next() {
  const std::size_t sizeA = a_.recording->size(), sizeB = b_.recording->size();
  if (sizeA == 0 || sizeB == 0) return false;
  double t;
  if (!begun_) {
    t = std::max(a_.recording->time(0), b_.recording->time(0));
    if (t > a_.recording->time(sizeA - 1) || t > b_.recording->time(sizeB - 1)) return false;
    begun_ = true;
  } else {
    // Rows that were written since at the time shown belong to it.
    a_.moveTo(t_, sizeA);
    b_.moveTo(t_, sizeB);
    if (a_.row + 1 >= sizeA || b_.row + 1 >= sizeB) return false;
    t = std::min(a_.recording->time(a_.row + 1), b_.recording->time(b_.row + 1));
  }
  t_ = t;
  a_.moveTo(t, sizeA);
  b_.moveTo(t, sizeB);
  return true;
}

double CommonTimes::difference(const ChannelPair& pair) const {
  double product = 0;
  for (int k = 0; k < 4 && pair.turnA >= 0 && pair.turnB >= 0; ++k)
    product += a_.at(t_, pair.turnA + k, -1) * b_.at(t_, pair.turnB + k, -1);
  const double other = b_.at(t_, pair.b, pair.rateB);
  return a_.at(t_, pair.a, pair.rateA) - (product < 0 ? -other : other);
}

DifferenceRecording::DifferenceRecording(std::shared_ptr<const Recording> a,
                                         std::shared_ptr<const Recording> b,
                                         std::vector<std::string> channels)
    : a_(std::move(a)), b_(std::move(b)), names_(std::move(channels)) {
  begin();
}

bool DifferenceRecording::isOf(const std::shared_ptr<const Recording>& a,
                               const std::shared_ptr<const Recording>& b,
                               const std::vector<std::string>& channels) const {
  return a_ == a && b_ == b && names_ == channels;
}

bool DifferenceRecording::begin() {
  if (times_) return true;
  if (!a_->ready() || !b_->ready()) return false;
  const ChannelPairs found(a_->channels(), b_->channels());
  std::vector<Channel> channels{a_->channels().front()};  // the time
  for (const std::string& name : names_) {
    const int inA = a_->channelIndex(name), inB = b_->channelIndex(name);
    if (inA <= 0 || inB <= 0) continue;
    pairs_.push_back(*found.of(inA, inB));
    channels.push_back(a_->channels()[static_cast<std::size_t>(inA)]);
    channels.back().rate = -1;  // it has rows wherever one of the two has some
  }
  row_.resize(channels.size());
  recording_->begin(channels);
  times_ = std::make_unique<CommonTimes>(*a_, *b_);
  return true;
}

bool DifferenceRecording::advance(std::size_t most) {
  if (!begin()) return false;
  const std::size_t before = recording_->size();
  for (std::size_t i = 0; i < most && times_->next(); ++i) {
    row_[0] = times_->time();
    for (std::size_t k = 0; k < pairs_.size(); ++k) row_[k + 1] = times_->difference(pairs_[k]);
    StepRecord record;
    record.t = row_[0];
    record.row = row_;
    if (!recording_->accept(record)) break;
  }
  return recording_->size() > before;
}

namespace {

/// One channel of both runs, and what is gathered of its difference.
struct Gathering {
  ChannelPair channels;
  double largest = -1, at = 0, last = NAN, square = 0, duration = 0;

  void add(double t, double step, double value) {
    if (!std::isfinite(value)) {
      last = NAN;
      return;
    }
    if (std::abs(value) > largest) {
      largest = std::abs(value);
      at = t;
    }
    if (std::isfinite(last)) {  // the difference goes straight from one time to the next
      square += step * (last * last + last * value + value * value) / 3;
      duration += step;
    }
    last = value;
  }
};

int orderOf(ChannelKind kind) {
  switch (kind) {
    case ChannelKind::Position: return 0;
    case ChannelKind::Velocity: return 1;
    case ChannelKind::Acceleration: return 2;
    case ChannelKind::Multiplier: return 3;
    case ChannelKind::Output: return 4;
    default: return -1;
  }
}

std::vector<DifferenceGroup> grouped(const Recording& a, const std::vector<Gathering>& gathered) {
  struct Sum {
    DifferenceGroup group;
    double square = 0, duration = 0;
  };
  std::map<std::pair<int, std::string>, Sum> groups;
  for (const Gathering& one : gathered) {
    if (one.largest < 0) continue;
    const Channel& channel = a.channels()[static_cast<std::size_t>(one.channels.a)];
    Sum& sum = groups[{orderOf(channel.kind), channel.unit}];
    sum.square += one.square;
    sum.duration += one.duration;
    if (sum.group.channel.empty() || one.largest > sum.group.largest)
      sum.group = {channel.kind, channel.unit, one.largest, channel.name, one.at, 0};
  }
  std::vector<DifferenceGroup> list;
  for (auto& [key, sum] : groups) {
    sum.group.rms = sum.duration > 0 ? std::sqrt(sum.square / sum.duration) : sum.group.largest;
    list.push_back(sum.group);
  }
  return list;
}

}  // namespace

std::vector<DifferenceGroup> differencesOf(const Recording& a, const Recording& b,
                                           const std::stop_token& stop, DifferenceAt at) {
  if (!a.ready() || !b.ready()) return {};
  const ChannelPairs found(a.channels(), b.channels());
  std::vector<Gathering> gathered;
  for (std::size_t i = 0; i < a.channels().size(); ++i)
    if (const auto pair = found.of(static_cast<int>(i), b.channelIndex(a.channels()[i].name));
        pair && orderOf(a.channels()[i].kind) >= 0)
      gathered.push_back({*pair});
  CommonTimes times(a, b);
  double last = NAN;
  for (std::size_t i = 0; times.next(); ++i) {
    constexpr std::size_t kBetweenLooks = 256;
    if (i % kBetweenLooks == 0 && stop.stop_requested()) return {};
    if (at == DifferenceAt::RowsOfFirst && !times.isRowOfFirst()) continue;
    const double t = times.time(), step = std::isfinite(last) ? t - last : 0;
    for (Gathering& one : gathered) one.add(t, step, times.difference(one.channels));
    last = t;
  }
  return grouped(a, gathered);
}

}  // namespace holonom
