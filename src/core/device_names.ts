const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|:|$)/i;

/** Whether Windows takes a file name for a device, as it does in any folder and with any ending. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
