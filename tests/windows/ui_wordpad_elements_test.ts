/** A rich text that is written, formatted by buttons of a tool bar and saved by a dialog, seen in the file. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DrivenProgram } from "./driven_program.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { childOf, exists, textOf } from "./observe.ts";
import { send } from "./ui_messages.ts";
import { childrenOf } from "./ui_fixture_run.ts";

const skippedFor = hasServer ? undefined : "Wine's own WordPad";

const PATIENCE_MS = 20_000;
const TB_ISBUTTONCHECKED = 0x40A;
/** Command numbers, which are all that the tool bars say of their buttons: there are pictures on them, and no tips. */
const BUTTON = { save: 1002, bold: 1400, underline: 1402 };
const TEXT = "plain bold plain underlined été 漢字";

/** Whether a button of any tool bar is pressed in. */
function isChecked(program: DrivenProgram, command: number): boolean {
  const windows = childrenOf(program.hwnd);
  const bars = [...windows, ...windows.flatMap(childrenOf)].map((window) =>
    childOf(window, "ToolbarWindow32")
  );
  return bars.some((bar) => bar !== undefined && send(bar, TB_ISBUTTONCHECKED, command) !== 0);
}

elementsTest(
  "WordPad: words are made bold and underlined by the tool bar, and the file that is saved says so",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      await using pad = await DrivenProgram.start("C:\\Program Files\\Windows NT\\Accessories\\wordpad.exe");
      await pad.door.succeed("type_text", { hwnd: pad.handle, text: TEXT });
      const edit = childOf(pad.hwnd, "RichEdit20W");
      assert.ok(edit !== undefined);
      assert.equal(textOf(edit), TEXT);
      const [document, bold, underline, save] = await pad.refs(
        "document ",
        `button #"Item ${BUTTON.bold}"`,
        `button #"Item ${BUTTON.underline}"`,
        `button #"Item ${BUTTON.save}"`,
      );
      const formats = [["bold", bold, BUTTON.bold], ["underlined", underline, BUTTON.underline]] as const;
      for (const [word, ref, command] of formats) {
        const selected = await pad.door.succeed("ui_action", {
          ref: document,
          action: "selectText",
          start: TEXT.indexOf(word),
          length: word.length,
        });
        assert.equal(selected.verified, "yes");
        assert.ok(!isChecked(pad, command));
        await pad.door.succeed("ui_action", { ref, action: "invoke" });
        await waitFor(() => isChecked(pad, command) ? true : undefined, PATIENCE_MS);
        assert.ok(isChecked(pad, command));
      }

      const opened = await pad.door.succeed("ui_action", { ref: save, action: "invoke" });
      const [dialog] = opened.opened;
      assert.equal(dialog.title, "Save As");
      const file = join(folder, "formatted.rtf");
      const named = await pad.door.succeed("ui_action", {
        hwnd: dialog.hwnd,
        // The tool bars behind the dialog have edits too.
        selector: { controlType: "Edit" },
        action: "setValue",
        value: file,
      });
      assert.equal(named.verified, "yes");
      const saved = await pad.door.succeed("ui_action", {
        hwnd: dialog.hwnd,
        selector: { name: "Save", controlType: "Button" },
        action: "invoke",
      });
      assert.equal(saved.verified, "yes");
      await waitFor(() => exists(BigInt(dialog.hwnd)) ? undefined : true, PATIENCE_MS);
      assert.ok(!exists(BigInt(dialog.hwnd)));
      const { window } = await pad.door.succeed("wait_for_window", {
        pid: pad.pid,
        titleContains: "formatted.rtf",
        timeoutMs: PATIENCE_MS,
      });
      assert.equal(window.hwnd, pad.handle);
      const rtf = await Deno.readTextFile(file);
      assert.match(rtf, /^\{\\rtf1.*plain \\b bold\\b0 +plain \\ul underlined\\ul(?:0|none) /s);
      // One signed number for each unit, with a stand-in after it.
      assert.match(rtf, /\\u28450 ?\?\\u23383/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
  skippedFor,
);
