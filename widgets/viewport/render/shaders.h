#pragma once

/// The code that the actors of the scene add to VTK's own shaders. `fragOutput0`, `diffuseColor`, `opacity`,
/// `vertexMC` and `GCMCMatrix` are VTK's names. Colours are squared for light and drawn as roots: a gamma
/// of 2.
namespace carom::shaders {

/// Backdrop and ground in one: a gradient, and the grid of the ground where the line of sight meets it. The
/// grid is smooth without multisampling and fades out. The place on the ground in cells is a projective
/// function of the place in the picture: (x, y)/w of `toGround` · (picture, 1), in front where w > 0.
inline constexpr const char* groundVertexDec = "//VTK::PositionVC::Dec\nout vec2 picture;\n";
inline constexpr const char* groundVertexImpl =
    "//VTK::PositionVC::Impl\npicture = vertexMC.xy;\ngl_Position = vec4(vertexMC.xy, 1.0, 1.0);\n";
inline constexpr const char* groundDec = "//VTK::PositionVC::Dec\nin vec2 picture;\n";
inline constexpr const char* groundImpl = R"(//VTK::Light::Impl
  vec3 ground = toGround * vec3(picture, 1.0);
  vec2 cell = ground.xy / ground.z;
  vec2 width = max(fwidth(cell), vec2(1e-6));
  vec2 line = abs(fract(cell - 0.5) - 0.5) / width;
  vec2 drawn = clamp((1.25 - line) / 0.9, 0.0, 1.0) * clamp((0.45 - width) * 3.0, 0.0, 1.0);
  vec2 off = cell - gridCentre;
  float reach = clamp(1.0 - dot(off, off) / (gridReach * gridReach), 0.0, 1.0);
  float fade = ground.z > 0.0 ? reach * reach : 0.0;
  float grid = max(drawn.x, drawn.y) * lineStrength;
  vec3 sky = mix(bottomColor, topColor, 0.5 + 0.5 * picture.y);
  vec3 floorColor = mix(sky, groundColor, groundStrength * fade);
  fragOutput0 = paper > 0.5 ? vec4(lineColor, grid * fade) : vec4(mix(floorColor, lineColor, grid * fade), 1.0);
)";

/// The shadow of a ball on the ground: a soft disc in units of the half sides of its sheet. It has the
/// greatest depth, because all of the scene is above the ground.
inline constexpr const char* shadowVertexDec = "//VTK::PositionVC::Dec\nout vec3 place;\n";
inline constexpr const char* shadowVertexImpl = "//VTK::PositionVC::Impl\nplace = vertexMC.xyz;\n";
inline constexpr const char* shadowDec = "//VTK::PositionVC::Dec\nin vec3 place;\n";
inline constexpr const char* shadowImpl = R"(//VTK::Light::Impl
  vec2 local = vec2(dot(place, sideA), dot(place, sideB));
  float dark = clamp((1.0 - length(local)) * 1.45, 0.0, 1.0);
  gl_FragDepth = 1.0;
  fragOutput0 = vec4(shadowColor, opacity * strength * dark * dark * (3.0 - 2.0 * dark));
)";

/// A ball, traced on a square that faces the viewer and is `pad` radii wide: round and smooth at every size.
/// Its edge covers part of a pixel; balls are drawn from far to near.
inline constexpr const char* ballVertexDec =
    "//VTK::PositionVC::Dec\nout vec3 board;\nout vec3 centre;\nout float boardSize;\n";
inline constexpr const char* ballVertexImpl = R"(//VTK::PositionVC::Impl
  board = (GCMCMatrix * vertexMC).xyz;
  centre = GCMCMatrix[3].xyz;
  boardSize = length(GCMCMatrix[0].xyz);
)";
inline constexpr const char* ballDec =
    "//VTK::PositionVC::Dec\nin vec3 board;\nin vec3 centre;\nin float boardSize;\n";
/// Light: a bright sky, a pale ground, a soft key light with its gloss, and a rim.
inline constexpr const char* ballImpl = R"(//VTK::Light::Impl
  float radius = boardSize / pad;
  vec3 ray = parallelView > 0.5 ? -backward : normalize(board - eye);
  vec3 from = parallelView > 0.5 ? board : eye;
  float along = dot(centre - from, ray);
  vec3 aside = centre - from - along * ray;
  float miss = length(aside);
  float cover = clamp(0.5 + (radius - miss) / fwidth(miss), 0.0, 1.0);
  if (cover <= 0.0) discard;
  float inside = sqrt(max(radius * radius - miss * miss, 0.0));
  vec3 n = (-inside * ray - aside) / max(radius, miss);

  float wrapped = clamp((dot(n, keyLight) + 0.35) / 1.35, 0.0, 1.0);
  float sky = 0.5 + 0.5 * dot(n, upward);
  vec3 lit = diffuseColor * diffuseColor * (mix(groundLight, skyLight, sky) + keyStrength * wrapped * wrapped);
  float s = max(dot(n, normalize(keyLight - ray)), 0.0);
  float s4 = s * s * s * s, s12 = s4 * s4 * s4, s24 = s12 * s12, s96 = s24 * s24 * s24 * s24;
  float rim = 1.0 - inside / radius;
  lit += 0.55 * s96 + 0.10 * s12 + rimStrength * rim * rim * rim * rim * (0.3 + 0.7 * sky);
  fragOutput0 = vec4(sqrt(clamp(lit, 0.0, 1.0)), opacity * cover);

  float z = dot(vtkEye - from - (along - inside) * ray, backward);
  float deep = parallelView > 0.5 ? (z - nearest) / (farthest - nearest)
                                  : farthest * (z - nearest) / (z * (farthest - nearest));
  gl_FragDepth = cover < 0.5 ? 1.0 : clamp(deep, 0.0, 1.0);
)";

}  // namespace carom::shaders
