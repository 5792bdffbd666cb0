import { defineConstants } from "./constants.ts";

/** Messages of the mouse, what they carry, and the commands that the buttons of a caption stand for. */
export const MOUSE_MESSAGE = defineConstants({
  WM_NCMOUSEMOVE: 0x00A0,
  WM_SYSCOMMAND: 0x0112,
  WM_MOUSEMOVE: 0x0200,
  WM_LBUTTONDOWN: 0x0201,
  WM_LBUTTONUP: 0x0202,
  WM_LBUTTONDBLCLK: 0x0203,
  WM_RBUTTONDOWN: 0x0204,
  WM_RBUTTONUP: 0x0205,
  WM_RBUTTONDBLCLK: 0x0206,
  WM_MBUTTONDOWN: 0x0207,
  WM_MBUTTONUP: 0x0208,
  WM_MBUTTONDBLCLK: 0x0209,
  WM_MOUSEWHEEL: 0x020A,
  WHEEL_DELTA: 120,
  MK_LBUTTON: 0x0001,
  MK_RBUTTON: 0x0002,
  MK_SHIFT: 0x0004,
  MK_CONTROL: 0x0008,
  MK_MBUTTON: 0x0010,
  SC_MINIMIZE: 0xF020,
  SC_MAXIMIZE: 0xF030,
  SC_CLOSE: 0xF060,
  SC_RESTORE: 0xF120,
});

/** Buttons that have a check mark, and asking for it. */
export const CHECK_BUTTON = defineConstants({
  BM_GETCHECK: 0x00F0,
  BS_TYPEMASK: 0x000F,
  BS_CHECKBOX: 0x0002,
  BS_AUTOCHECKBOX: 0x0003,
  BS_RADIOBUTTON: 0x0004,
  BS_3STATE: 0x0005,
  BS_AUTO3STATE: 0x0006,
  BS_AUTORADIOBUTTON: 0x0009,
});
