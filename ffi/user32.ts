import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";

/**
 * The user32 functions that Casement uses, as the header declares them. Wrappers by subject stand in `window.ts`,
 * `message.ts`, `hit_test.ts`, `scroll_bar.ts`, `input.ts`, `keyboard_layout.ts`, `clipboard.ts`, `menu.ts`, `desktop.ts`,
 * `monitor.ts`, `gdi32.ts` and `event_hook.ts`.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/
 */
export const user32 = defineLibrary("user32.dll", {
  // windows
  EnumWindows: { parameters: [C.CALLBACK, C.LPARAM], result: C.BOOL }, // lpEnumFunc, lParam
  EnumChildWindows: { parameters: [C.HWND, C.CALLBACK, C.LPARAM], result: C.BOOL }, // parent, lpEnumFunc, lParam
  IsWindow: { parameters: [C.HWND], result: C.BOOL },
  IsWindowVisible: { parameters: [C.HWND], result: C.BOOL },
  IsWindowEnabled: { parameters: [C.HWND], result: C.BOOL },
  IsWindowUnicode: { parameters: [C.HWND], result: C.BOOL },
  IsIconic: { parameters: [C.HWND], result: C.BOOL },
  IsZoomed: { parameters: [C.HWND], result: C.BOOL },
  IsHungAppWindow: { parameters: [C.HWND], result: C.BOOL },
  InternalGetWindowText: { parameters: [C.HWND, C.BUFFER, C.INT], result: C.INT }, // hWnd, pString, cchMaxCount
  GetClassNameW: { parameters: [C.HWND, C.BUFFER, C.INT], result: C.INT }, // hWnd, lpClassName, nMaxCount
  GetWindowRect: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, lpRect
  GetClientRect: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, lpRect
  ClientToScreen: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, lpPoint
  ScreenToClient: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, lpPoint
  PhysicalToLogicalPointForPerMonitorDPI: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, lpPoint
  GetClassLongPtrW: { parameters: [C.HWND, C.INT], result: C.ULONG_PTR }, // hWnd, nIndex
  GetScrollInfo: { parameters: [C.HWND, C.INT, C.BUFFER], result: C.BOOL }, // hwnd, nBar, lpsi
  GetSystemMetricsForDpi: { parameters: [C.INT, C.UINT], result: C.INT }, // nIndex, dpi
  GetWindowThreadProcessId: { parameters: [C.HWND, C.BUFFER], result: C.DWORD }, // hWnd, lpdwProcessId
  GetWindow: { parameters: [C.HWND, C.UINT], result: C.HWND }, // hWnd, uCmd
  GetAncestor: { parameters: [C.HWND, C.UINT], result: C.HWND }, // hwnd, gaFlags
  GetWindowLongPtrW: { parameters: [C.HWND, C.INT], result: C.LONG_PTR }, // hWnd, nIndex
  GetLayeredWindowAttributes: { parameters: [C.HWND, C.BUFFER, C.BUFFER, C.BUFFER], result: C.BOOL }, // hwnd, pcrKey, pbAlpha, pdwFlags
  GetWindowDisplayAffinity: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, pdwAffinity
  GetDesktopWindow: { parameters: [], result: C.HWND },
  GetForegroundWindow: { parameters: [], result: C.HWND },
  SetForegroundWindow: { parameters: [C.HWND], result: C.BOOL },
  ShowWindowAsync: { parameters: [C.HWND, C.INT], result: C.BOOL }, // hWnd, nCmdShow
  SetWindowPos: {
    parameters: [C.HWND, C.HWND, C.INT, C.INT, C.INT, C.INT, C.UINT], // hWnd, hWndInsertAfter, X, Y, cx, cy, uFlags
    result: C.BOOL,
  },
  GetWindowPlacement: { parameters: [C.HWND, C.BUFFER], result: C.BOOL }, // hWnd, lpwndpl
  GetGUIThreadInfo: { parameters: [C.DWORD, C.BUFFER], result: C.BOOL }, // idThread, pgui

  CreateWindowExW: {
    parameters: [
      C.DWORD, // dwExStyle
      C.BUFFER, // lpClassName
      C.BUFFER, // lpWindowName
      C.DWORD, // dwStyle
      C.INT, // X
      C.INT, // Y
      C.INT, // nWidth
      C.INT, // nHeight
      C.HWND, // hWndParent
      C.HMENU, // hMenu
      C.HMODULE, // hInstance
      C.POINTER, // lpParam
    ],
    result: C.HWND,
  },
  DestroyWindow: { parameters: [C.HWND], result: C.BOOL },

  // messages
  SendMessageTimeoutW: {
    parameters: [C.HWND, C.UINT, C.WPARAM, C.LPARAM, C.UINT, C.UINT, C.BUFFER], // hWnd, Msg, wParam, lParam, fuFlags, uTimeout, lpdwResult
    result: C.LRESULT,
  },
  /** The same with `lParam` as memory of ours, which the runtime then keeps alive for the length of the call. */
  SendMessageTimeoutBuffer: {
    name: "SendMessageTimeoutW",
    parameters: [C.HWND, C.UINT, C.WPARAM, C.BUFFER, C.UINT, C.UINT, C.BUFFER],
    result: C.LRESULT,
  },
  PostMessageW: { parameters: [C.HWND, C.UINT, C.WPARAM, C.LPARAM], result: C.BOOL }, // hWnd, Msg, wParam, lParam
  PeekMessageW: { parameters: [C.BUFFER, C.HWND, C.UINT, C.UINT, C.UINT], result: C.BOOL }, // lpMsg, hWnd, min, max, wRemoveMsg
  TranslateMessage: { parameters: [C.BUFFER], result: C.BOOL }, // lpMsg
  DispatchMessageW: { parameters: [C.BUFFER], result: C.LRESULT }, // lpMsg
  SetWinEventHook: {
    parameters: [C.DWORD, C.DWORD, C.HMODULE, C.CALLBACK, C.DWORD, C.DWORD, C.DWORD], // eventMin, eventMax, hmod, pfnWinEventProc, idProcess, idThread, dwFlags
    result: C.HWINEVENTHOOK,
  },
  UnhookWinEvent: { parameters: [C.HWINEVENTHOOK], result: C.BOOL },

  // menus
  GetMenu: { parameters: [C.HWND], result: C.HMENU },
  GetMenuInfo: { parameters: [C.HMENU, C.BUFFER], result: C.BOOL }, // hMenu, lpmi
  GetMenuItemCount: { parameters: [C.HMENU], result: C.INT },
  GetMenuItemInfoW: { parameters: [C.HMENU, C.UINT, C.BOOL, C.BUFFER], result: C.BOOL }, // hmenu, item, fByPosition, lpmii

  // input
  SendInput: { parameters: [C.UINT, C.BUFFER, C.INT], result: C.UINT }, // cInputs, pInputs, cbSize
  GetAsyncKeyState: { parameters: [C.INT], result: C.SHORT }, // vKey
  GetKeyState: { parameters: [C.INT], result: C.SHORT }, // nVirtKey
  GetKeyboardLayout: { parameters: [C.DWORD], result: C.HKL }, // idThread
  VkKeyScanExW: { parameters: [C.WCHAR, C.HKL], result: C.SHORT }, // ch, dwhkl
  MapVirtualKeyExW: { parameters: [C.UINT, C.UINT, C.HKL], result: C.UINT }, // uCode, uMapType, dwhkl
  ToUnicodeEx: {
    parameters: [C.UINT, C.UINT, C.BUFFER, C.BUFFER, C.INT, C.UINT, C.HKL], // wVirtKey, wScanCode, lpKeyState, pwszBuff, cchBuff, wFlags, dwhkl
    result: C.INT,
  },

  // clipboard
  OpenClipboard: { parameters: [C.HWND], result: C.BOOL }, // hWndNewOwner
  CloseClipboard: { parameters: [], result: C.BOOL },
  EmptyClipboard: { parameters: [], result: C.BOOL },
  EnumClipboardFormats: { parameters: [C.UINT], result: C.UINT }, // the format before, or 0
  GetClipboardFormatNameW: { parameters: [C.UINT, C.BUFFER, C.INT], result: C.INT }, // format, lpszFormatName, cchMaxCount
  GetClipboardData: { parameters: [C.UINT], result: C.HANDLE },
  SetClipboardData: { parameters: [C.UINT, C.HANDLE], result: C.HANDLE }, // uFormat, hMem
  GetClipboardSequenceNumber: { parameters: [], result: C.DWORD },
  GetClipboardOwner: { parameters: [], result: C.HWND },
  GetOpenClipboardWindow: { parameters: [], result: C.HWND },

  // desktops, monitors, device contexts, DPI
  OpenInputDesktop: { parameters: [C.DWORD, C.BOOL, C.DWORD], result: C.HDESK }, // dwFlags, fInherit, dwDesiredAccess
  CloseDesktop: { parameters: [C.HDESK], result: C.BOOL },
  GetThreadDesktop: { parameters: [C.DWORD], result: C.HDESK }, // dwThreadId
  GetUserObjectInformationW: {
    parameters: [C.HANDLE, C.INT, C.BUFFER, C.DWORD, C.BUFFER], // hObj, nIndex, pvInfo, nLength, lpnLengthNeeded
    result: C.BOOL,
  },
  EnumDisplayMonitors: { parameters: [C.HDC, C.BUFFER, C.CALLBACK, C.LPARAM], result: C.BOOL }, // hdc, lprcClip, lpfnEnum, dwData
  GetMonitorInfoW: { parameters: [C.HMONITOR, C.BUFFER], result: C.BOOL }, // hMonitor, lpmi
  GetDC: { parameters: [C.HWND], result: C.HDC },
  GetWindowDC: { parameters: [C.HWND], result: C.HDC },
  ReleaseDC: { parameters: [C.HWND, C.HDC], result: C.INT },
  PrintWindow: { parameters: [C.HWND, C.HDC, C.UINT], result: C.BOOL }, // hwnd, hdcBlt, nFlags
  GetSystemMetrics: { parameters: [C.INT], result: C.INT },
  SetProcessDpiAwarenessContext: { parameters: [C.DPI_CONTEXT], result: C.BOOL },
  SetThreadDpiAwarenessContext: { parameters: [C.DPI_CONTEXT], result: C.DPI_CONTEXT },
  GetThreadDpiAwarenessContext: { parameters: [], result: C.DPI_CONTEXT },
  AreDpiAwarenessContextsEqual: { parameters: [C.DPI_CONTEXT, C.DPI_CONTEXT], result: C.BOOL },
  GetWindowDpiAwarenessContext: { parameters: [C.HWND], result: C.DPI_CONTEXT },
  GetAwarenessFromDpiAwarenessContext: { parameters: [C.DPI_CONTEXT], result: C.INT },
  GetDpiForWindow: { parameters: [C.HWND], result: C.UINT },
});
