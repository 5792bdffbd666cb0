#include "server.h"

#include "automation.h"
#include "request.h"

#include <ole2.h>

static HMODULE module;

HMODULE uia::serverModule() { return module; }

namespace {

const CLSID OLD_CLASS = {
    0xff48dba4, 0x60ef, 0x4201, {0xaa, 0x87, 0x54, 0x10, 0x3e, 0xef, 0x59, 0x4e}};
const CLSID NEW_CLASS = {
    0xe22ad333, 0xb25f, 0x460c, {0x83, 0xd0, 0x05, 0x81, 0x10, 0x73, 0x95, 0xc9}};

// Lives as long as the library, so it counts nothing.
class Factory final : public IClassFactory {
  public:
    explicit Factory(bool isNew) : isNew_(isNew) {}
    STDMETHODIMP QueryInterface(REFIID id, void **object) override
    {
        bool isKnown = id == IID_IUnknown || id == IID_IClassFactory;
        *object = isKnown ? this : nullptr;
        return isKnown ? S_OK : E_NOINTERFACE;
    }
    STDMETHODIMP_(ULONG) AddRef() override { return 2; }
    STDMETHODIMP_(ULONG) Release() override { return 1; }
    STDMETHODIMP CreateInstance(IUnknown *outer, REFIID id, void **object) override
    {
        *object = nullptr;
        if (outer) return CLASS_E_NOAGGREGATION;
        IUnknown *automation = uia::newAutomation(isNew_);
        HRESULT result = automation->QueryInterface(id, object);
        automation->Release();
        return result;
    }
    STDMETHODIMP LockServer(BOOL) override { return S_OK; }

  private:
    bool isNew_;
};

Factory oldFactory(false), newFactory(true);

} // namespace

extern "C" __declspec(dllexport) HRESULT WINAPI
    DllGetClassObject(REFCLSID classId, REFIID id, void **object)
{
    *object = nullptr;
    if (classId == OLD_CLASS) return oldFactory.QueryInterface(id, object);
    if (classId == NEW_CLASS) return newFactory.QueryInterface(id, object);
    return CLASS_E_CLASSNOTAVAILABLE;
}

// Never: event threads and the counters live in it.
extern "C" __declspec(dllexport) HRESULT WINAPI DllCanUnloadNow() { return S_FALSE; }

extern "C" BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, void *)
{
    if (reason == DLL_PROCESS_ATTACH) module = instance;
    return TRUE;
}
