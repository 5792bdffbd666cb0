#include "request.h"

#include "agent.h"
#include "com_object.h"
#include "facts.h"
#include "faults.h"
#include "remote_memory.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <string>

namespace uia {

LONG objectCount = 0;
volatile LONG transactionTimeoutMs = 20000;
thread_local LONG ownTimeoutMs = 0;

static LONG localCalls = 0;
static SRWLOCK callsLock = SRWLOCK_INIT;
static std::map<std::string, int> remoteCalls;
static thread_local Request *currentRequest = nullptr;

// Appends a line to the file that CASEMENT_UIA_LOG names. Opened for each line: several processes
// write it.
static void logLine(const char *line)
{
    // Not getenv(): its copy of the environment is as old as the process.
    wchar_t path[MAX_PATH];
    DWORD length = GetEnvironmentVariableW(L"CASEMENT_UIA_LOG", path, MAX_PATH);
    if (length == 0 || length >= MAX_PATH) return;
    HANDLE file = CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                              OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return;
    DWORD written = 0;
    WriteFile(file, line, static_cast<DWORD>(strlen(line)), &written, nullptr);
    CloseHandle(file);
}

Request::Request(const char *name) : name_(name), startMs_(GetTickCount64())
{
    currentRequest = this;
    if (!name) return;
    AcquireSRWLockExclusive(&callsLock);
    ++remoteCalls[name];
    ReleaseSRWLockExclusive(&callsLock);
    if (DWORD pauseMs = faults().slowMs()) Sleep(pauseMs);
}

Request::~Request()
{
    forgetFacts();
    forgetAgentAnswers();
    releaseRemoteMemory(isOutOfTime_);
    currentRequest = nullptr;
    if (!name_) return;
    char line[256];
    snprintf(line, sizeof line,
             "{\"call\":\"%s\",\"ms\":%llu,\"result\":\"0x%08lX\",\"thread\":%lu}\n", name_,
             GetTickCount64() - startMs_, static_cast<unsigned long>(result_),
             GetCurrentThreadId());
    logLine(line);
}

HRESULT Request::end(HRESULT result)
{
    result_ = isOutOfTime_ ? static_cast<HRESULT>(UIA_E_TIMEOUT) : result;
    return result_;
}

Request *Request::current() { return currentRequest; }

DWORD Request::timeLeftMs() const
{
    if (isOutOfTime_) return 0;
    ULONGLONG passedMs = GetTickCount64() - startMs_;
    ULONGLONG limitMs = static_cast<ULONGLONG>(ownTimeoutMs > 0 ? ownTimeoutMs : transactionTimeoutMs);
    return passedMs >= limitMs ? 1 : static_cast<DWORD>(limitMs - passedMs);
}

void countLocal() { InterlockedIncrement(&localCalls); }

HRESULT notBuilt(const char *name)
{
    char line[256];
    snprintf(line, sizeof line, "{\"notBuilt\":\"%s\"}\n", name);
    logLine(line);
    return E_NOTIMPL;
}

} // namespace uia

// What tests read and set, in their own process. JSON in UTF-8; answers the length, 0 if it does
// not fit.
extern "C" __declspec(dllexport) int uiaServerCounts(char *buffer, int size)
{
    std::string calls;
    int total = 0;
    AcquireSRWLockShared(&uia::callsLock);
    for (const auto &[name, count] : uia::remoteCalls) {
        calls += (calls.empty() ? "\"" : ",\"") + name + "\":" + std::to_string(count);
        total += count;
    }
    ReleaseSRWLockShared(&uia::callsLock);
    std::string json =
        "{\"remote\":" + std::to_string(total) + ",\"local\":" + std::to_string(uia::localCalls) +
        ",\"objects\":" + std::to_string(uia::objectCount) + ",\"calls\":{" + calls + "}}";
    if (static_cast<int>(json.size()) >= size) return 0;
    memcpy(buffer, json.c_str(), json.size() + 1);
    return static_cast<int>(json.size());
}

extern "C" __declspec(dllexport) void uiaServerResetCounts()
{
    AcquireSRWLockExclusive(&uia::callsLock);
    uia::remoteCalls.clear();
    ReleaseSRWLockExclusive(&uia::callsLock);
    InterlockedExchange(&uia::localCalls, 0);
}
