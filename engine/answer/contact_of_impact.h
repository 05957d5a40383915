#pragma once

#include <span>

#include "answer/snapshot.h"
#include "mechanics/contact/local_contact.h"

namespace carom {

/// A contact of the impact that a snapshot is about, after the reflections `before` of an ordering: with the
/// momentum that they leave, and with the law and the restitution that the contact has in this impact.
/// contact: its number in the impact, as in words. before: empty for the contact as it arrives. Empty where
/// no contact is closed. Throws ImpactError for a contact that does not exist or an impulse that its law does
/// not have.
std::optional<LocalContact> contactOfImpact(const Snapshot& snapshot, ContactIndex contact,
                                            std::span<const ContactIndex> before = {});

}  // namespace carom
