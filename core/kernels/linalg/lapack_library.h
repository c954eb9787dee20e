#pragma once

struct VitrineLapack;

namespace vitrine::linalg {

/// The late-loaded library, opened at the first call from any thread, or null when it is not there.
const VitrineLapack* lapackLibrary();

} // namespace vitrine::linalg
