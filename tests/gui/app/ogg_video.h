// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QSize>
#include <vector>

#include <ogg/ogg.h>
#include <theora/theoradec.h>

namespace holonom {

/// What a reader of its own finds in an Ogg Theora file.
struct OggVideo {
  QSize size;
  double rate = 0;                               ///< pictures per second
  std::vector<double> brightness;                ///< mean luma of each picture, 16 … 235
  std::vector<std::vector<unsigned char>> luma;  ///< of the first and the last picture
};

inline OggVideo readOggVideo(const QString& name) {
  OggVideo video;
  QFile file(name);
  if (!file.open(QIODevice::ReadOnly)) return video;
  const QByteArray bytes = file.readAll();
  ogg_sync_state sync;
  ogg_stream_state stream;
  ogg_sync_init(&sync);
  std::copy(bytes.begin(), bytes.end(), ogg_sync_buffer(&sync, long(bytes.size())));
  ogg_sync_wrote(&sync, long(bytes.size()));
  th_info info;
  th_comment comment;
  th_setup_info* setup = nullptr;
  th_dec_ctx* decoder = nullptr;
  th_info_init(&info);
  th_comment_init(&comment);
  ogg_page page;
  bool open = false;
  while (ogg_sync_pageout(&sync, &page) == 1) {
    if (!open) ogg_stream_init(&stream, ogg_page_serialno(&page)), open = true;
    ogg_stream_pagein(&stream, &page);
    ogg_packet packet;
    while (ogg_stream_packetout(&stream, &packet) == 1) {
      if (!decoder) {
        if (th_decode_headerin(&info, &comment, &setup, &packet) > 0) continue;
        decoder = th_decode_alloc(&info, setup);
        if (!decoder) return video;
        video.size = QSize(int(info.pic_width), int(info.pic_height));
        video.rate = double(info.fps_numerator) / info.fps_denominator;
      }
      th_ycbcr_buffer picture;
      th_decode_packetin(decoder, &packet, nullptr);
      th_decode_ycbcr_out(decoder, picture);
      std::vector<unsigned char> luma;
      double sum = 0;
      for (unsigned y = 0; y < info.pic_height; ++y)
        for (unsigned x = 0; x < info.pic_width; ++x) {
          luma.push_back(picture[0].data[long(y + info.pic_y) * picture[0].stride + long(x + info.pic_x)]);
          sum += luma.back();
        }
      video.brightness.push_back(sum / double(luma.size()));
      if (video.luma.size() == 2) video.luma.pop_back();
      video.luma.push_back(std::move(luma));
    }
  }
  th_decode_free(decoder);
  th_setup_free(setup);
  th_comment_clear(&comment);
  th_info_clear(&info);
  if (open) ogg_stream_clear(&stream);
  ogg_sync_clear(&sync);
  return video;
}

}  // namespace holonom
