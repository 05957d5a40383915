#pragma once

// Edits of a scene's JSON: a scene goes in, an edited one comes out. Each edit is complete: references follow
// the thing that is edited, and a SceneError with place and reason is thrown where they cannot. Bodies are
// named as in the file, a repeat by its pattern "ball{i}". Lengths are in m, along world axes, unless a
// comment names others.
#include "scene/edit/add_body.h"
#include "scene/edit/body_names.h"
#include "scene/edit/contact_entry.h"
#include "scene/edit/copy_bodies.h"
#include "scene/edit/entry.h"
#include "scene/edit/expand_repeat.h"
#include "scene/edit/join_bodies.h"
#include "scene/edit/joints.h"
#include "scene/edit/make_parameter.h"
#include "scene/edit/move_bodies.h"
#include "scene/edit/parts.h"
#include "scene/edit/remove_body.h"
#include "scene/edit/rename.h"
#include "scene/edit/solids.h"
#include "scene/edit/touching.h"
#include "scene/edit/value.h"
