#pragma once

#include <string>

namespace vitrine::test {

/// A file layer of SQLite over the usual one that loses its power at a chosen moment: from then on every call that
/// changes a file fails, and what was written since the last sync of a file may be taken back.
class PowerCut {
public:
    enum class Unsynced { kept, lost };

    /// Registers the layer under its name.
    PowerCut();
    ~PowerCut();
    PowerCut(const PowerCut&) = delete;
    PowerCut& operator=(const PowerCut&) = delete;

    static constexpr const char* kName = "power-cut";

    /// Power until this many changing calls were made; 0: for ever. Begins to count anew.
    void arm(int calls, Unsynced unsynced);
    /// Changing calls since arm().
    int calls() const;
    bool isCut() const;
};

} // namespace vitrine::test
