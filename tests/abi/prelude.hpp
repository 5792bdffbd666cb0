// Head of the generated ABI check: the official headers, and what the rows below it are made of. Compiled, never run.
#define _WIN32_WINNT 0x0A00
#define NOMINMAX
// Interfaces as C sees them: structs of function pointers, whose slots and signatures can be asked for.
#define CINTERFACE
// GUIDs whose bytes can be asked for: the headers put this word between type and name, and the value behind.
#define INITGUID
#define DECLSPEC_SELECTANY constexpr
#include <windows.h>

#include <dwmapi.h>
#include <oleauto.h>
#include <psapi.h>
#include <shellapi.h>
#include <shellscalingapi.h>
#include <tlhelp32.h>
#include <uiautomation.h>
#include <winver.h>

#include <cstddef>
#include <type_traits>

namespace abi {

static_assert(sizeof(void *) == 8, "the ABI check is for 64-bit Windows alone");

// One bit a kind; rows.ts names them in the same order.
enum kind : int {
    no_kind = 1 << 0,
    void_kind = 1 << 1,
    signed_kind = 1 << 2,
    unsigned_kind = 1 << 3,
    enum_kind = 1 << 4,
    bool_kind = 1 << 5,
    floating_kind = 1 << 6,
    untyped_pointer_kind = 1 << 7,
    data_pointer_kind = 1 << 8,
    handle_kind = 1 << 9,
    function_kind = 1 << 10,
    struct_kind = 1 << 11,
    array_kind = 1 << 12,
};

// Stands for a parameter that a function does not have.
struct absent {};

// DECLARE_HANDLE makes a pointer to a struct whose one member has this name.
template <typename T>
concept declared_handle = std::is_pointer_v<T> && requires(T value) { value->unused; };

template <typename T> constexpr int kind_of() {
    if (std::is_same_v<T, absent>) return no_kind;
    if (std::is_void_v<T>) return void_kind;
    if (std::is_same_v<T, bool>) return bool_kind;
    if (std::is_enum_v<T>) return enum_kind;
    if (std::is_integral_v<T>) return std::is_signed_v<T> ? signed_kind : unsigned_kind;
    if (std::is_floating_point_v<T>) return floating_kind;
    if (std::is_reference_v<T>) return data_pointer_kind; // REFIID and its kin are references in C++ alone
    if (std::is_array_v<T>) return array_kind;
    if (std::is_function_v<std::remove_pointer_t<T>>) return function_kind;
    if (declared_handle<T>) return handle_kind;
    if (std::is_void_v<std::remove_pointer_t<T>>) return untyped_pointer_kind;
    if (std::is_pointer_v<T>) return data_pointer_kind;
    return struct_kind;
}

// 0 when the type is of one of the kinds in the mask, else its kind, which the compiler then prints.
template <typename T, int mask>
constexpr int wrong_kind = (kind_of<std::remove_cv_t<T>>() & mask) != 0 ? 0 : kind_of<std::remove_cv_t<T>>();

template <typename T> constexpr std::size_t measure() {
    if constexpr (std::is_void_v<T> || std::is_same_v<T, absent>) return 0;
    else if constexpr (std::is_reference_v<T>) return sizeof(void *);
    else return sizeof(T);
}

template <typename T> constexpr std::size_t size = measure<T>();

template <std::size_t index, typename... Types> struct nth {
    using type = absent;
};
template <typename First, typename... Rest> struct nth<0, First, Rest...> {
    using type = First;
};
template <std::size_t index, typename First, typename... Rest>
    requires(index > 0)
struct nth<index, First, Rest...> : nth<index - 1, Rest...> {};

// Takes a function apart. Calling conventions are all one on x64.
template <typename F> struct function;
template <typename R, typename... Parameters> struct function<R (*)(Parameters...)> {
    using result = R;
    static constexpr std::size_t count = sizeof...(Parameters);
    template <std::size_t index> using parameter = typename nth<index, Parameters...>::type;
};
template <typename R, typename... Parameters>
struct function<R (*)(Parameters...) noexcept> : function<R (*)(Parameters...)> {};

// What the rows ask, in as few steps as can be: GCC gives up on deep expressions about a name that does not exist.
template <typename F> constexpr std::size_t parameter_count = function<F>::count;
template <typename F> constexpr std::size_t result_size = size<typename function<F>::result>;
template <typename F, int mask> constexpr int wrong_result = wrong_kind<typename function<F>::result, mask>;
template <typename F, std::size_t index>
constexpr std::size_t parameter_size = size<typename function<F>::template parameter<index>>;
template <typename F, std::size_t index, int mask>
constexpr int wrong_parameter = wrong_kind<typename function<F>::template parameter<index>, mask>;

// What a parameter points to: that which a method of COM writes.
template <typename F, std::size_t index>
using pointee = std::remove_pointer_t<typename function<F>::template parameter<index>>;
template <typename F, std::size_t index> constexpr std::size_t pointee_size = size<pointee<F, index>>;
template <typename F, std::size_t index, int mask>
constexpr int wrong_pointee = wrong_kind<pointee<F, index>, mask>;

// A pointer to a COM object, of whichever interface the caller asks for where it is untyped.
template <typename T>
concept interface_pointer =
    std::is_pointer_v<T> && (std::is_void_v<std::remove_pointer_t<T>> || requires(T value) { value->lpVtbl; });

// One of the four 32-bit words of a GUID, lowest address first.
constexpr unsigned long long guid_word(const GUID &guid, int word) {
    if (word == 0) return guid.Data1;
    if (word == 1) return guid.Data2 | (unsigned int)guid.Data3 << 16;
    const unsigned char *bytes = guid.Data4 + (word - 2) * 4;
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (unsigned int)bytes[3] << 24;
}

} // namespace abi

// The low 32 bits of a constant.
#define ABI_LOW_BITS(value) static_cast<unsigned int>((unsigned long long)(value))
