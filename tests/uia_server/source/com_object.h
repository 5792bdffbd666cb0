// What every COM object of the server shares: reference count, QueryInterface, the count of
// objects.
#ifndef UIA_SERVER_COM_OBJECT_H
#define UIA_SERVER_COM_OBJECT_H

#include <windows.h>
#include <ole2.h>
#include <uiautomation.h>

namespace uia {

// Objects that clients hold; a test that lets everything go sees 0.
extern LONG objectCount;

// Our own C++ object behind an interface pointer is asked for by an id that nobody else knows.
template <class T> const IID &privateId();

#define UIA_PRIVATE_ID(TYPE, NUMBER)                                                               \
    template <> inline const IID &privateId<TYPE>()                                                \
    {                                                                                              \
        static const IID id = {0x7c1d5a00 + NUMBER,                                                \
                               0x6b0f,                                                             \
                               0x4d53,                                                             \
                               {0x9e, 0x21, 0x43, 0x61, 0x73, 0x65, 0x6d, 0x74}};                  \
        return id;                                                                                 \
    }

// Holds one reference.
template <class T> class Ref {
  public:
    Ref() = default;
    // Takes over the reference that the caller has.
    static Ref take(T *pointer)
    {
        Ref result;
        result.pointer_ = pointer;
        return result;
    }
    // Adds a reference of its own.
    static Ref share(T *pointer)
    {
        if (pointer) pointer->AddRef();
        return take(pointer);
    }
    Ref(const Ref &other) : pointer_(other.pointer_)
    {
        if (pointer_) pointer_->AddRef();
    }
    Ref(Ref &&other) noexcept : pointer_(other.pointer_) { other.pointer_ = nullptr; }
    Ref &operator=(Ref other) noexcept
    {
        T *mine = pointer_;
        pointer_ = other.pointer_;
        other.pointer_ = mine;
        return *this;
    }
    ~Ref()
    {
        if (pointer_) pointer_->Release();
    }
    T *get() const { return pointer_; }
    T *operator->() const { return pointer_; }
    explicit operator bool() const { return pointer_ != nullptr; }
    // Gives the reference away.
    T *detach()
    {
        T *mine = pointer_;
        pointer_ = nullptr;
        return mine;
    }

  private:
    T *pointer_ = nullptr;
};

// An object that implements `Interface` and answers for it and for the `More` that it extends.
template <class Interface, class... More> class ComObject : public Interface {
  public:
    ComObject() { InterlockedIncrement(&objectCount); }
    ComObject(const ComObject &) = delete;
    ComObject &operator=(const ComObject &) = delete;
    virtual ~ComObject() { InterlockedDecrement(&objectCount); }

    STDMETHODIMP QueryInterface(REFIID id, void **object) override
    {
        if (!object) return E_POINTER;
        *object = nullptr;
        if (void *mine = privateObject(id)) {
            *object = mine;
        } else if (id == IID_IUnknown || id == IID_IAgileObject || id == __uuidof(Interface) ||
                   (... || (id == __uuidof(More)))) {
            *object = static_cast<Interface *>(this);
        } else {
            return E_NOINTERFACE;
        }
        AddRef();
        return S_OK;
    }
    STDMETHODIMP_(ULONG) AddRef() override { return InterlockedIncrement(&references_); }
    STDMETHODIMP_(ULONG) Release() override
    {
        LONG left = InterlockedDecrement(&references_);
        if (left == 0) delete this;
        return left;
    }

  protected:
    virtual void *privateObject(REFIID) { return nullptr; }

  private:
    LONG references_ = 1;
};

// Our object behind a client's pointer, without a reference of its own; null for a stranger's.
template <class T> T *ours(IUnknown *pointer)
{
    void *object = nullptr;
    if (!pointer || FAILED(pointer->QueryInterface(privateId<T>(), &object))) return nullptr;
    pointer->Release();
    return static_cast<T *>(object);
}

} // namespace uia

#endif
