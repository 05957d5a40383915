#include "viewport/render/backdrop.h"

namespace carom {

BackdropLook lookOf(Backdrop backdrop) {
  switch (backdrop) {
    case Backdrop::Dark:
      return {.top = 0x2A323D,
              .bottom = 0x171C23,
              .ground = 0x2E3743,
              .line = 0x56637A,
              .shadow = 0x05070A,
              .wall = 0x8FA3BD,
              .groundStrength = 0.35f,
              .lineStrength = 0.75f,
              .shadowStrength = 0.62f,
              .skyLight{0.42, 0.44, 0.48},
              .groundLight{0.10, 0.11, 0.13},
              .keyStrength = 0.72f,
              .rimStrength = 0.10f};
    case Backdrop::Paper:
      return {.top = 0xFFFFFF,
              .bottom = 0xFFFFFF,
              .ground = 0xFFFFFF,
              .line = 0xAEB8C4,
              .shadow = 0x2A3440,
              .wall = 0x8296AE,
              .groundStrength = 0.0f,
              .lineStrength = 0.8f,
              .shadowStrength = 0.40f};
    case Backdrop::Light:
      break;
  }
  return {.top = 0xF3F5F8,
          .bottom = 0xCFD7E0,
          .ground = 0xDCE2E9,
          .line = 0xA9B4C1,
          .shadow = 0x27313D,
          .wall = 0x8296AE,
          .groundStrength = 0.45f,
          .lineStrength = 0.85f,
          .shadowStrength = 0.46f};
}

}  // namespace carom
