#include "agent.h"

#include "remote_memory.h"
#include "request.h"
#include "server.h"

#include <cstring>
#include <map>
#include <memory>
#include <psapi.h>
#include <string>
#include <utility>

namespace uia {

static const DWORD AGENT_TIMEOUT_MS = 5000;

static thread_local std::map<std::pair<HWND, HMENU>, std::unique_ptr<AgentMenu>> menus;
static thread_local std::map<std::pair<HWND, int>, AgentScroll> scrolls;
static thread_local std::map<DWORD, char *> basesByProcess;

void forgetAgentAnswers()
{
    menus.clear();
    scrolls.clear();
    basesByProcess.clear();
}

// ---- In the control's process ----------------------------------------------------------------

static DWORD WINAPI menuThread(void *parameter)
{
    AgentMenu &answer = *static_cast<AgentMenu *>(parameter);
    HMENU menu = answer.menu ? answer.menu : GetMenu(answer.window);
    answer.count = menu ? GetMenuItemCount(menu) : -1;
    if (answer.count > static_cast<int>(ARRAYSIZE(answer.items)))
        answer.count = ARRAYSIZE(answer.items);
    for (int i = 0; i < answer.count; ++i) {
        AgentMenuItem &item = answer.items[i];
        MENUITEMINFOW info = {};
        info.cbSize = sizeof info;
        info.fMask = MIIM_STRING | MIIM_ID | MIIM_STATE | MIIM_SUBMENU | MIIM_FTYPE;
        info.dwTypeData = item.text;
        info.cch = ARRAYSIZE(item.text);
        item.text[0] = 0;
        GetMenuItemInfoW(menu, i, TRUE, &info);
        item.id = info.wID;
        item.state = info.fState;
        item.isSeparator = (info.fType & MFT_SEPARATOR) != 0;
        item.popup = info.hSubMenu;
        if (!GetMenuItemRect(answer.window, menu, i, &item.rect)) SetRectEmpty(&item.rect);
    }
    return 0;
}

static DWORD WINAPI scrollThread(void *parameter)
{
    AgentScroll &answer = *static_cast<AgentScroll *>(parameter);
    answer.info = {};
    answer.info.cbSize = sizeof answer.info;
    answer.info.fMask = SIF_ALL;
    answer.isThere = GetScrollInfo(answer.window, answer.bar, &answer.info);
    return 0;
}

// ---- In the client's process -----------------------------------------------------------------

static char *moduleBase(HANDLE process, const wchar_t *name)
{
    HMODULE modules[512];
    DWORD size = 0;
    if (!EnumProcessModules(process, modules, sizeof modules, &size)) return nullptr;
    for (DWORD i = 0; i < size / sizeof *modules && i < ARRAYSIZE(modules); ++i) {
        wchar_t base[MAX_PATH];
        if (GetModuleBaseNameW(process, modules[i], base, MAX_PATH) && _wcsicmp(base, name) == 0) {
            return reinterpret_cast<char *>(modules[i]);
        }
    }
    return nullptr;
}

static bool runThere(HANDLE process, void *function, void *argument)
{
    HANDLE thread =
        CreateRemoteThread(process, nullptr, 0, reinterpret_cast<LPTHREAD_START_ROUTINE>(function),
                           argument, 0, nullptr);
    if (!thread) return false;
    bool isDone = WaitForSingleObject(thread, AGENT_TIMEOUT_MS) == WAIT_OBJECT_0;
    CloseHandle(thread);
    return isDone;
}

// Where this library lies in the other process; loads it there first if need be.
static char *ourselvesIn(HWND window, HANDLE process)
{
    wchar_t path[MAX_PATH];
    GetModuleFileNameW(serverModule(), path, MAX_PATH);
    const wchar_t *name = wcsrchr(path, L'\\') + 1;
    if (char *base = moduleBase(process, name)) return base;
    HMODULE kernel = GetModuleHandleW(L"kernel32.dll");
    char *theirKernel = moduleBase(process, L"kernel32.dll");
    RemoteMemory memory(window, sizeof path);
    if (!theirKernel || !memory.write(path, sizeof path)) return nullptr;
    char *load = reinterpret_cast<char *>(GetProcAddress(kernel, "LoadLibraryW"));
    if (!runThere(process, theirKernel + (load - reinterpret_cast<char *>(kernel)), memory.at()))
        return nullptr;
    return moduleBase(process, name);
}

template <class Answer> static bool askThere(DWORD(WINAPI *function)(void *), Answer &answer)
{
    DWORD processId = 0;
    GetWindowThreadProcessId(answer.window, &processId);
    if (processId == GetCurrentProcessId()) return function(&answer) == 0;
    // The path and the answer share the block of this process: the answer is written after the path
    // was used.
    RemoteMemory memory(answer.window, sizeof answer);
    if (!memory) return false;
    auto known = basesByProcess.find(processId);
    if (known == basesByProcess.end()) {
        known =
            basesByProcess.emplace(processId, ourselvesIn(answer.window, memory.process())).first;
    }
    char *base = known->second;
    char *there =
        base + (reinterpret_cast<char *>(function) - reinterpret_cast<char *>(serverModule()));
    return base && memory.write(&answer, sizeof answer) &&
           runThere(memory.process(), reinterpret_cast<void *>(there), memory.at()) &&
           memory.read(&answer, sizeof answer);
}

bool readMenu(HWND window, HMENU menu, AgentMenu &answer)
{
    auto &known = menus[{window, menu}];
    if (!known) {
        known = std::make_unique<AgentMenu>();
        memset(known.get(), 0, sizeof *known);
        known->window = window;
        known->menu = menu;
        known->count = -1;
        if (!askThere(menuThread, *known)) known->count = -1;
    }
    answer = *known;
    return answer.count >= 0;
}

bool readScroll(HWND window, int bar, AgentScroll &answer)
{
    auto known = scrolls.find({window, bar});
    if (known == scrolls.end()) {
        AgentScroll fresh = {};
        fresh.window = window;
        fresh.bar = bar;
        if (!askThere(scrollThread, fresh)) fresh.isThere = FALSE;
        known = scrolls.emplace(std::make_pair(window, bar), fresh).first;
    }
    answer = known->second;
    return answer.isThere;
}

} // namespace uia
