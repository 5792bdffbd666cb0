// Memory in a control's process, for messages whose structure Windows does not carry across.
#ifndef UIA_SERVER_REMOTE_MEMORY_H
#define UIA_SERVER_REMOTE_MEMORY_H

#include <windows.h>
#include <cstddef>

namespace uia {

// One block a process, kept until the end of the thread's request.
class RemoteMemory {
  public:
    // At least `size` bytes in the process of `window`; false in operator bool where it cannot be
    // had.
    RemoteMemory(HWND window, size_t size);
    explicit operator bool() const { return address_ != nullptr; }
    HANDLE process() const { return process_; }
    // The address of a byte, as the control's process sees it.
    char *at(size_t offset = 0) const { return address_ + offset; }
    LPARAM lParam() const { return reinterpret_cast<LPARAM>(address_); }
    bool write(const void *data, size_t size, size_t offset = 0) const;
    bool read(void *data, size_t size, size_t offset = 0) const;

  private:
    HANDLE process_ = nullptr;
    char *address_ = nullptr;
};

// At the end of a request. `isStillUsed`: a message with an address in it was given up and may yet
// be handled; what it points to must then stay.
void releaseRemoteMemory(bool isStillUsed);

// Sends a message with a structure that the control fills or changes; true when it answered other
// than 0.
bool sendStruct(HWND window, UINT message, WPARAM wParam, void *data, size_t size);

} // namespace uia

#endif
