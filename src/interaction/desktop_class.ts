/** Class of the window behind all others: where it is in front (under Wine), no program is. */
export const DESKTOP_CLASS = "#32769";
