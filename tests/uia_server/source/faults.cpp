#include "faults.h"

#include "provider.h"
#include "request.h"

#include <cstdlib>
#include <optional>

namespace uia {

static SRWLOCK faultsLock = SRWLOCK_INIT;
static std::optional<Faults> currentFaults;

Faults faults()
{
    AcquireSRWLockExclusive(&faultsLock);
    if (!currentFaults) {
        wchar_t text[1024];
        DWORD length = GetEnvironmentVariableW(L"CASEMENT_UIA_FAULTS", text, ARRAYSIZE(text));
        currentFaults = Faults::parse(length > 0 && length < ARRAYSIZE(text) ? text : L"");
    }
    Faults result = *currentFaults;
    ReleaseSRWLockExclusive(&faultsLock);
    return result;
}

Faults Faults::parse(const std::wstring &text)
{
    Faults result;
    for (size_t start = 0; start < text.size();) {
        size_t end = text.find(L';', start);
        if (end == std::wstring::npos) end = text.size();
        std::wstring part = text.substr(start, end - start);
        start = end + 1;
        size_t equals = part.find(L'=');
        if (equals == std::wstring::npos) continue;
        std::wstring name = part.substr(0, equals), value = part.substr(equals + 1);
        size_t comma = value.find(L',');
        std::wstring first = value.substr(0, comma);
        HRESULT code = comma == std::wstring::npos
                           ? E_FAIL
                           : static_cast<HRESULT>(wcstoul(value.c_str() + comma + 1, nullptr, 0));
        if (name == L"slow") result.slowMs_ = wcstoul(value.c_str(), nullptr, 10);
        if (name == L"failProperty") result.property_ = wcstol(first.c_str(), nullptr, 10);
        if (name == L"failProperty") result.propertyResult_ = code;
        if (name == L"failRequest") result.request_.assign(first.begin(), first.end());
        if (name == L"failRequest") result.requestResult_ = code;
        if (name == L"failElement") result.failing_ = value;
        if (name == L"leaveOut") result.leftOut_ = value;
        if (name == L"die") result.dying_ = value;
        if (name == L"hang") result.hanging_ = value;
        if (name == L"freeze") result.freezing_ = value;
        if (name == L"keep") result.keeping_ = value;
        if (name == L"hold") result.held_ = value;
        result.hasAny_ = true;
    }
    return result;
}

static bool isCalled(const Node &node, const std::wstring &text)
{
    if (text.empty()) return false;
    return node.provider->automationId(node) == text || node.provider->name(node) == text;
}

bool Faults::waitsAt(const Node &node) const
{
    bool hangs = isCalled(node, hanging_), freezes = isCalled(node, freezing_);
    if (!hangs && !freezes) return false;
    Request *request = Request::current();
    for (;;) {
        Faults now = faults();
        if (now.hanging_ != hanging_ || now.freezing_ != freezing_) return false;
        if (hangs && (!request || request->timeLeftMs() <= 1)) break;
        Sleep(10);
    }
    if (request) request->runOut();
    return true;
}

HRESULT Faults::ofElement(const Node &node) const
{
    if (!hasAny_) return S_OK;
    if (waitsAt(node)) return UIA_E_TIMEOUT;
    if (isCalled(node, dying_)) return UIA_E_ELEMENTNOTAVAILABLE;
    return isCalled(node, failing_) ? E_FAIL : S_OK;
}

bool Faults::isLeftOut(const Node &node) const
{
    return hasAny_ && (waitsAt(node) || isCalled(node, failing_) || isCalled(node, leftOut_));
}

void Faults::waitAtRelease(const Node &node) const
{
    if (!hasAny_ || !isCalled(node, keeping_)) return;
    while (faults().keeping_ == keeping_) Sleep(10);
}

bool Faults::isHeld(const Node &node) const { return hasAny_ && isCalled(node, held_); }

} // namespace uia

extern "C" __declspec(dllexport) void uiaServerFaults(const wchar_t *text)
{
    uia::Faults parsed = uia::Faults::parse(text ? text : L"");
    AcquireSRWLockExclusive(&uia::faultsLock);
    uia::currentFaults = parsed;
    ReleaseSRWLockExclusive(&uia::faultsLock);
}
