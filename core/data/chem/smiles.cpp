#include "core/data/chem/smiles.h"

#include "core/data/chem/sanitize_reason.h"

#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SanitException.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>
#include <RDGeneral/RDLog.h>

#include <algorithm>
#include <mutex>
#include <sstream>

namespace vitrine::chem {
namespace {

// RDKit tells why a SMILES has no meaning only through its process-wide log. Parsing holds this lock shared, with the
// log switched off; the second look at a refused SMILES holds it alone, with the log going into a string.
std::shared_mutex g_logMutex;

void silenceLogs() {
    static std::once_flag once;
    std::call_once(once, [] {
        RDLog::InitLogs();
        boost::logging::disable_logs("rdApp.*");
        RDKit::PeriodicTable::getTable();
    });
}

Error refused(std::string reason) {
    return makeError(ErrorCode::parse, std::move(reason));
}

std::string trimmedEnd(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

/// The sentence of the parser without clock time and without the repeated input.
std::string parserReason(const std::string& logged) {
    constexpr std::string_view kMark = "Parse Error: ";
    const std::size_t mark = logged.find(kMark);
    if (mark == std::string::npos)
        return "RDKit does not understand this SMILES";
    std::string reason = logged.substr(mark + kMark.size());
    reason = trimmedEnd(reason.substr(0, reason.find('\n')));
    for (const char* tail : {" for input:", " while parsing:"})
        reason = reason.substr(0, reason.find(tail));
    if (reason == "unclosed ring")
        return "a ring is opened and never closed";
    if (reason == "extra close parentheses")
        return "a parenthesis is closed that was not opened";
    if (reason == "extra open parentheses")
        return "a parenthesis is opened and never closed";
    if (reason == "syntax error")
        return "syntax error: this is no SMILES";
    return reason;
}

RDKit::SmilesParserParams parameters(bool sanitize) {
    RDKit::SmilesParserParams params;
    params.sanitize = sanitize;
    params.removeHs = sanitize;
    params.allowCXSMILES = false;
    params.parseName = false;
    return params;
}

/// Why the parser gave nothing. Slow: one at a time in the whole process.
std::string explainSyntax(const std::string& smiles) {
    const std::unique_lock lock(g_logMutex);
    std::ostringstream captured;
    std::ostream* const destination = rdErrorLog->dp_dest;
    rdErrorLog->dp_dest = &captured;
    rdErrorLog->df_enabled = true;
    try {
        delete RDKit::SmilesToMol(smiles, parameters(false));
    } catch (const std::exception&) {
        captured << "Parse Error: RDKit stopped at this SMILES";
    }
    rdErrorLog->df_enabled = false;
    rdErrorLog->dp_dest = destination;
    return parserReason(captured.str());
}

/// An atom by its place in the unsanitised molecule.
std::string namedAtom(const std::string& smiles, unsigned index) {
    const QuietRdkit quiet;
    const std::unique_ptr<RDKit::RWMol> raw(RDKit::SmilesToMol(smiles, parameters(false)));
    if (raw && index < raw->getNumAtoms())
        return atomName(*raw->getAtomWithIdx(index), index);
    return "atom " + std::to_string(index + 1);
}

Result<void> checkText(const std::string& smiles) {
    if (smiles.empty())
        return refused("there is no structure");
    if (smiles.size() > kMaxSmilesLength)
        return refused("the SMILES has " + std::to_string(smiles.size()) + " characters, at most " +
                       std::to_string(kMaxSmilesLength) + " are read");
    // RDKit passes over bytes above 127 without a word.
    if (std::any_of(smiles.begin(), smiles.end(), [](unsigned char c) { return c > 126; }))
        return refused("the SMILES holds a character outside of ASCII");
    if (std::any_of(smiles.begin(), smiles.end(), [](unsigned char c) { return c <= 32; }))
        return refused("the SMILES holds a space or a control character");
    return {};
}

/// Before perception, which is what takes long.
Result<void> checkAtomCount(const std::string& smiles) {
    const std::unique_ptr<RDKit::RWMol> raw(RDKit::SmilesToMol(smiles, parameters(false)));
    if (raw && raw->getNumAtoms() > kMaxAtoms)
        return refused("the molecule has " + std::to_string(raw->getNumAtoms()) + " atoms, at most " +
                       std::to_string(kMaxAtoms) + " are read");
    return {};
}

} // namespace

QuietRdkit::QuietRdkit() : m_lock(g_logMutex) {
    silenceLogs();
}

Result<std::shared_ptr<RDKit::RWMol>> parseSmiles(const std::string& smiles) {
    if (auto ok = checkText(smiles); !ok)
        return ok.error();
    std::shared_ptr<RDKit::RWMol> molecule;
    std::string reason;
    bool understood = true;
    try {
        const QuietRdkit quiet;
        if (smiles.size() > kMaxAtoms) // each atom takes a character at least
            if (auto ok = checkAtomCount(smiles); !ok)
                return ok.error();
        molecule.reset(RDKit::SmilesToMol(smiles, parameters(true)));
        understood = molecule != nullptr;
    } catch (const RDKit::MolSanitizeException& error) {
        molecule.reset();
        reason = sanitizeReason(error, [&](unsigned index) { return namedAtom(smiles, index); });
    } catch (const std::exception& error) {
        molecule.reset();
        reason = std::string("RDKit refuses it: ") + error.what();
    }
    if (molecule)
        return molecule;
    if (!understood)
        reason = explainSyntax(smiles);
    return refused(reason.empty() ? "RDKit does not understand this SMILES" : reason);
}

std::string canonicalSmiles(const RDKit::RWMol& molecule) {
    const QuietRdkit quiet;
    return RDKit::MolToSmiles(molecule);
}

} // namespace vitrine::chem
