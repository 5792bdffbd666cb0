import { z } from "zod";

/** The fields by which a call names its target window. At least one is needed; `hwnd` stands alone. */
export const TARGET_FIELDS = {
  hwnd: z.union([z.string().min(1).max(32), z.int().positive()]).optional()
    .describe('Window handle, e.g. "0x0001002A"; the other target fields are then ignored.'),
  pid: z.int().min(1).max(0xFFFFFFFF).optional().describe("Process id."),
  processName: z.string().min(1).max(256).optional().describe("Program name; case and .exe are ignored."),
  titleContains: z.string().min(1).max(256).optional().describe("Part of the title; case is ignored."),
};

/** What a result says about how the target was found. */
export const TARGET_OUTPUT = {
  hwnd: z.string().describe("Handle of the window."),
  title: z.string().describe("Its title."),
  pid: z.int().describe("Process id of its program."),
  otherMatches: z.int().optional().describe("How many other windows fit too; the frontmost was taken."),
};
