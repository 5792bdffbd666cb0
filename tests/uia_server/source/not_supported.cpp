#include "not_supported.h"

namespace uia {

namespace {

// Lives as long as the library, so it counts nothing.
class Token final : public IUnknown {
  public:
    STDMETHODIMP QueryInterface(REFIID id, void **object) override
    {
        *object = id == IID_IUnknown ? this : nullptr;
        return *object ? S_OK : E_NOINTERFACE;
    }
    STDMETHODIMP_(ULONG) AddRef() override { return 2; }
    STDMETHODIMP_(ULONG) Release() override { return 1; }
};

Token notSupported, mixed;

} // namespace

IUnknown *notSupportedValue() { return &notSupported; }

IUnknown *mixedAttributeValue() { return &mixed; }

} // namespace uia
