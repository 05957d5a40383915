#pragma once

#include "common/plain_text.h"
#include "orderings/graph_scene.h"

namespace carom {

/// The card of a momentum: how many orderings lead there, momentum and velocity, c of every contact.
Html nodeCard(const OrderingGraphPicture& picture, int node);
/// The card of a reflection: its contact, c and approach speed before it, its impulse, its probability. The
/// card of a folded chain: how many reflections it stands for.
Html edgeCard(const OrderingGraphPicture& picture, int edge);

}  // namespace carom
