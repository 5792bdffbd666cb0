// Event handlers of clients, fed from WinEvents on a thread of the server.
#ifndef UIA_SERVER_EVENTS_H
#define UIA_SERVER_EVENTS_H

#include "cache.h"

namespace uia {

enum class EventKind { Focus, Structure, Property, Automation };

struct EventHandler {
    EventKind kind;
    EVENTID event;               // of Automation: UIA_Window_WindowOpenedEventId …
    std::vector<int> properties; // of Property
    Node root;
    TreeScope scope;
    std::shared_ptr<const CacheSpec> spec; // null: nothing is cached
    Ref<IUnknown> handler;
};

HRESULT addHandler(const EventHandler &handler);
HRESULT removeHandler(EventKind kind, EVENTID event, const Node &root, IUnknown *handler);
void removeAllHandlers();

} // namespace uia

#endif
