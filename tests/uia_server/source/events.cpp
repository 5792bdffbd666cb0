#include "events.h"

#include "element.h"
#include "hit_test.h"
#include "messages.h"
#include "provider.h"
#include "request.h"
#include "window_provider.h"

#include <algorithm>
#include <deque>
#include <set>

namespace uia {

static SRWLOCK handlersLock = SRWLOCK_INIT;
static std::vector<EventHandler> handlers;
static HANDLE eventThread = nullptr;
static DWORD eventThreadId = 0;

// Held while an event is told. Who removes a handler waits for it: afterwards the handler is not
// called any more.
static SRWLOCK tellingLock = SRWLOCK_INIT;

static void waitForTelling()
{
    if (GetCurrentThreadId() == eventThreadId) return; // a handler removes itself
    AcquireSRWLockExclusive(&tellingLock);
    ReleaseSRWLockExclusive(&tellingLock);
}

// Top-level windows that are shown: of one that is gone nobody can say any more what it was.
static std::set<HWND> shownWindows;

// ---- Telling the handlers (on the event thread) ----------------------------------------------

static std::vector<EventHandler> handlersOf(EventKind kind, EVENTID event)
{
    std::vector<EventHandler> found;
    AcquireSRWLockShared(&handlersLock);
    for (const EventHandler &handler : handlers) {
        if (handler.kind == kind && handler.event == event) found.push_back(handler);
    }
    ReleaseSRWLockShared(&handlersLock);
    return found;
}

static bool isInScope(const EventHandler &handler, const Node &sender)
{
    if (handler.root == desktopNode() && (handler.scope & TreeScope_Descendants)) return true;
    if (sender == handler.root) return (handler.scope & TreeScope_Element) != 0;
    if (!isAlive(sender)) return false;
    Node parent = parentOf(sender);
    if (parent == handler.root)
        return (handler.scope & (TreeScope_Children | TreeScope_Descendants)) != 0;
    for (; parent; parent = parentOf(parent)) {
        if (parent == handler.root) return (handler.scope & TreeScope_Descendants) != 0;
    }
    return false;
}

// Calls `tell` with the handler's interface and the sender for each handler that is meant. No
// request is open then: the handler may make its own.
template <class Interface, class Tell>
static void tellAll(EventKind kind, EVENTID event, const Node &sender, Tell tell)
{
    for (const EventHandler &handler : handlersOf(kind, event)) {
        IUIAutomationElement *element = nullptr;
        {
            Request request(nullptr);
            if (!isInScope(handler, sender)) continue;
            element = newElement(sender, isAlive(sender) ? handler.spec : nullptr);
        }
        Interface *receiver = nullptr;
        handler.handler.get()->QueryInterface(__uuidof(Interface),
                                              reinterpret_cast<void **>(&receiver));
        if (receiver) {
            tell(receiver, element, handler);
            receiver->Release();
        }
        element->Release();
    }
}

static void tellAutomation(EVENTID event, const Node &sender)
{
    tellAll<IUIAutomationEventHandler>(
        EventKind::Automation, event, sender,
        [&](IUIAutomationEventHandler *receiver, IUIAutomationElement *element,
            const EventHandler &) { receiver->HandleAutomationEvent(element, event); });
}

static void tellStructure(const Node &sender, StructureChangeType type, const Node &changed)
{
    tellAll<IUIAutomationStructureChangedEventHandler>(
        EventKind::Structure, 0, sender,
        [&](IUIAutomationStructureChangedEventHandler *receiver, IUIAutomationElement *element,
            const EventHandler &) {
            SAFEARRAY *id = intArray(changed.provider->runtimeId(changed));
            receiver->HandleStructureChangedEvent(element, type, id);
            SafeArrayDestroy(id);
        });
}

static void tellProperty(const Node &sender, PROPERTYID property)
{
    tellAll<IUIAutomationPropertyChangedEventHandler>(
        EventKind::Property, 0, sender,
        [&](IUIAutomationPropertyChangedEventHandler *receiver, IUIAutomationElement *element,
            const EventHandler &handler) {
            const auto &wanted = handler.properties;
            if (std::find(wanted.begin(), wanted.end(), property) == wanted.end()) return;
            VARIANT value;
            VariantInit(&value);
            {
                Request request(nullptr);
                CachedProperty now = readProperty(sender, property);
                if (FAILED(now.result) || !now.isSupported) return;
                toVariant(now.value, &value);
            }
            receiver->HandlePropertyChangedEvent(element, property, value);
            VariantClear(&value);
        });
}

static void tellFocus(HWND window)
{
    Node sender;
    {
        Request request(nullptr);
        sender = focusedNode();
        if (sender.window != window) sender = nodeOf(window);
    }
    tellAll<IUIAutomationFocusChangedEventHandler>(
        EventKind::Focus, 0, sender,
        [&](IUIAutomationFocusChangedEventHandler *receiver, IUIAutomationElement *element,
            const EventHandler &) { receiver->HandleFocusChangedEvent(element); });
}

static void onShow(HWND window)
{
    Node node = nodeOf(window);
    if (isTopLevel(window)) {
        if (!isClass(window, L"ComboLBox") && shownWindows.insert(window).second) {
            tellAutomation(UIA_Window_WindowOpenedEventId, node);
        }
        return;
    }
    tellStructure(node, StructureChangeType_ChildAdded, node);
}

static void onHide(HWND window)
{
    Node node = nodeOf(window);
    if (shownWindows.erase(window)) {
        tellAutomation(UIA_Window_WindowClosedEventId, node);
        return;
    }
    // Of a window that is destroyed already its parent cannot be told; it was hidden before in most
    // cases.
    if (IsWindow(window) && !isTopLevel(window)) {
        tellStructure(parentOf(node), StructureChangeType_ChildRemoved, node);
    }
}

static void onChange(DWORD event, HWND window)
{
    Node node = nodeOf(window);
    switch (event) {
    case EVENT_OBJECT_REORDER:
        tellStructure(node, StructureChangeType_ChildrenReordered, node);
        break;
    case EVENT_OBJECT_NAMECHANGE:
        tellProperty(node, UIA_NamePropertyId);
        break;
    case EVENT_OBJECT_VALUECHANGE:
        tellProperty(node, UIA_ValueValuePropertyId);
        tellProperty(node, UIA_RangeValueValuePropertyId);
        break;
    case EVENT_OBJECT_STATECHANGE:
        tellProperty(node, UIA_IsEnabledPropertyId);
        tellProperty(node, UIA_ToggleToggleStatePropertyId);
        break;
    case EVENT_OBJECT_LOCATIONCHANGE:
        tellProperty(node, UIA_BoundingRectanglePropertyId);
        break;
    case EVENT_OBJECT_SELECTION:
    case EVENT_OBJECT_SELECTIONADD:
    case EVENT_OBJECT_SELECTIONREMOVE:
        tellAutomation(UIA_Selection_InvalidatedEventId, node);
        break;
    default:
        break;
    }
}

static void tell(DWORD event, HWND window, LONG object)
{
    if (event == EVENT_OBJECT_FOCUS) {
        tellFocus(window);
    } else if (event == EVENT_SYSTEM_MENUPOPUPSTART) {
        tellAutomation(UIA_MenuOpenedEventId, nodeOf(window));
    } else if (event == EVENT_SYSTEM_MENUPOPUPEND) {
        tellAutomation(UIA_MenuClosedEventId, nodeOf(window));
    } else if (object == OBJID_WINDOW && event == EVENT_OBJECT_SHOW) {
        onShow(window);
    } else if (object == OBJID_WINDOW &&
               (event == EVENT_OBJECT_HIDE || event == EVENT_OBJECT_DESTROY)) {
        onHide(window);
    } else {
        onChange(event, window);
    }
}

// ---- The event thread ------------------------------------------------------------------------

namespace {
struct WinEvent {
    DWORD event;
    HWND window;
    LONG object;
};
} // namespace

static std::deque<WinEvent> waitingEvents; // of the event thread alone

// Only remembers: more events come in while one that is told asks other programs.
static void CALLBACK onWinEvent(HWINEVENTHOOK, DWORD event, HWND window, LONG object, LONG, DWORD,
                                DWORD)
{
    // Carets and cursors move all the time.
    if (!window || object == OBJID_CARET || object == OBJID_CURSOR) return;
    waitingEvents.push_back({event, window, object});
    // These calls do not end the wait for a message by themselves.
    PostThreadMessageW(eventThreadId, WM_NULL, 0, 0);
}

static void tellWaitingEvents()
{
    while (!waitingEvents.empty()) {
        WinEvent next = waitingEvents.front();
        waitingEvents.pop_front();
        AcquireSRWLockExclusive(&tellingLock);
        tell(next.event, next.window, next.object);
        ReleaseSRWLockExclusive(&tellingLock);
    }
}

static BOOL CALLBACK rememberWindow(HWND window, LPARAM)
{
    if (IsWindowVisible(window)) shownWindows.insert(window);
    return TRUE;
}

static DWORD WINAPI eventLoop(void *ready)
{
    CoInitializeEx(nullptr, COINIT_MULTITHREADED);
    // The queue that the events come to has to be there first.
    MSG message;
    PeekMessageW(&message, nullptr, 0, 0, PM_NOREMOVE);
    EnumWindows(rememberWindow, 0);
    SetWinEventHook(EVENT_SYSTEM_MENUPOPUPSTART, EVENT_SYSTEM_MENUPOPUPEND, nullptr, onWinEvent, 0,
                    0, WINEVENT_OUTOFCONTEXT);
    SetWinEventHook(EVENT_OBJECT_DESTROY, EVENT_OBJECT_VALUECHANGE, nullptr, onWinEvent, 0, 0,
                    WINEVENT_OUTOFCONTEXT);
    SetEvent(static_cast<HANDLE>(ready));
    while (GetMessageW(&message, nullptr, 0, 0) > 0) {
        DispatchMessageW(&message);
        tellWaitingEvents();
    }
    return 0;
}

// Started by the first handler; it stays until the process ends.
static void startEventThread()
{
    HANDLE ready = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    eventThread = CreateThread(nullptr, 0, eventLoop, ready, 0, &eventThreadId);
    if (eventThread) WaitForSingleObject(ready, 5000);
    CloseHandle(ready);
}

// ---- What clients call -----------------------------------------------------------------------

HRESULT addHandler(const EventHandler &handler)
{
    AcquireSRWLockExclusive(&handlersLock);
    handlers.push_back(handler);
    bool isFirst = eventThread == nullptr;
    if (isFirst) startEventThread();
    ReleaseSRWLockExclusive(&handlersLock);
    return S_OK;
}

HRESULT removeHandler(EventKind kind, EVENTID event, const Node &root, IUnknown *handler)
{
    std::vector<EventHandler> removed; // let go of outside of the lock
    AcquireSRWLockExclusive(&handlersLock);
    for (auto place = handlers.begin(); place != handlers.end(); ++place) {
        bool isIt = place->kind == kind && place->event == event && place->root == root &&
                    place->handler.get() == handler;
        if (!isIt) continue;
        removed.push_back(*place);
        handlers.erase(place);
        break;
    }
    ReleaseSRWLockExclusive(&handlersLock);
    waitForTelling();
    return removed.empty() ? E_INVALIDARG : S_OK;
}

void removeAllHandlers()
{
    std::vector<EventHandler> removed;
    AcquireSRWLockExclusive(&handlersLock);
    removed.swap(handlers);
    ReleaseSRWLockExclusive(&handlersLock);
    waitForTelling();
}

} // namespace uia
