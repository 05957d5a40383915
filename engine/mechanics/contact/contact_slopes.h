#pragma once

#include "mechanics/contact/contact_frames.h"

namespace carom {

/// The size of the shapes of a contact on which its normal changes (m), at most 1 m.
double sizeOf(const Mechanism& mechanism, const ContactPair& pair);

/// The derivatives of the rows C of a contact (ContactFrames::rows) by q: adds ∂(Cᵀz)/∂q to byImpulse (n×n)
/// and ∂(C v)/∂q to the rows of byVelocity from `first` on. Tangents turn as little as the normal lets them;
/// what friction does in space does not depend on their turn about it. z: `block` impulses; v: n.
void addContactSlopes(const Mechanism& mechanism, const ContactFrames& frames, int contact, int face,
                      int block, const double* z, const Eigen::VectorXd& v, Eigen::MatrixXd& byImpulse,
                      Eigen::MatrixXd& byVelocity, Eigen::Index first);

}  // namespace carom
