#include "remote_memory.h"

#include "messages.h"

#include <vector>

namespace uia {

namespace {
struct Block {
    DWORD processId;
    HANDLE process;
    char *address;
    size_t size;
};
} // namespace

static thread_local std::vector<Block> blocks;

static const size_t SMALLEST_BLOCK = 16384;

RemoteMemory::RemoteMemory(HWND window, size_t size)
{
    DWORD processId = 0;
    if (!GetWindowThreadProcessId(window, &processId)) return;
    Block *block = nullptr;
    for (Block &candidate : blocks) {
        if (candidate.processId == processId) block = &candidate;
    }
    if (!block) {
        HANDLE process = OpenProcess(PROCESS_VM_OPERATION | PROCESS_VM_READ | PROCESS_VM_WRITE |
                                         PROCESS_QUERY_INFORMATION | PROCESS_CREATE_THREAD,
                                     FALSE, processId);
        if (!process) return;
        blocks.push_back({processId, process, nullptr, 0});
        block = &blocks.back();
    }
    if (block->size < size) {
        if (block->address) VirtualFreeEx(block->process, block->address, 0, MEM_RELEASE);
        block->size = size < SMALLEST_BLOCK ? SMALLEST_BLOCK : size;
        block->address = static_cast<char *>(VirtualAllocEx(
            block->process, nullptr, block->size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE));
        if (!block->address) block->size = 0;
    }
    process_ = block->process;
    address_ = block->address;
}

bool RemoteMemory::write(const void *data, size_t size, size_t offset) const
{
    return address_ && WriteProcessMemory(process_, address_ + offset, data, size, nullptr);
}

bool RemoteMemory::read(void *data, size_t size, size_t offset) const
{
    return address_ && ReadProcessMemory(process_, address_ + offset, data, size, nullptr);
}

void releaseRemoteMemory(bool isStillUsed)
{
    for (const Block &block : blocks) {
        if (block.address && !isStillUsed)
            VirtualFreeEx(block.process, block.address, 0, MEM_RELEASE);
        CloseHandle(block.process);
    }
    blocks.clear();
}

bool sendStruct(HWND window, UINT message, WPARAM wParam, void *data, size_t size)
{
    RemoteMemory memory(window, size);
    if (!memory.write(data, size)) return false;
    return send(window, message, wParam, memory.lParam()) && memory.read(data, size);
}

} // namespace uia
