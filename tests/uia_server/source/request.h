// One call of a client: it is counted, may be made slow or fail, has a deadline, and is logged.
//
// A *remote* call is one that would leave the process on Windows. Calls do not nest.
#ifndef UIA_SERVER_REQUEST_H
#define UIA_SERVER_REQUEST_H

#include <windows.h>

namespace uia {

// What Windows uses until a client sets it; shared by all clients of this process.
extern volatile LONG transactionTimeoutMs;
// What this thread's client has set, which stands before what another one has.
extern thread_local LONG ownTimeoutMs;

class Request {
  public:
    // Null: the server asks for itself, which is neither counted nor logged.
    explicit Request(const char *name);
    ~Request();
    Request(const Request &) = delete;
    Request &operator=(const Request &) = delete;

    // The result that the client gets: a request that ran out of time answers so, whatever it
    // found.
    HRESULT end(HRESULT result);

    // The calling thread's request; null outside of any.
    static Request *current();

    // Milliseconds that are left, at least 1; 0 once the request has run out of time.
    DWORD timeLeftMs() const;
    void runOut() { isOutOfTime_ = true; }

  private:
    const char *name_;
    ULONGLONG startMs_;
    bool isOutOfTime_ = false;
    HRESULT result_ = S_OK;
};

// Counts a call that stays in the process, such as reading a cache.
void countLocal();

// A method that nobody has built: logged, so that a test's failure says what is missing.
HRESULT notBuilt(const char *name);

// Runs a remote call's body.
template <class Body> HRESULT remote(const char *name, Body body)
{
    Request request(name);
    return request.end(body());
}

// A call that failed gives no object, whatever it found before its time was over.
template <class T> HRESULT withoutObject(HRESULT result, T **object)
{
    if (FAILED(result) && *object) {
        (*object)->Release();
        *object = nullptr;
    }
    return result;
}

} // namespace uia

#define UIA_NOT_BUILT(NAME, ...)                                                                   \
    STDMETHODIMP NAME(__VA_ARGS__) override                                                        \
    {                                                                                              \
        return uia::notBuilt(#NAME);                                                               \
    }

#endif
