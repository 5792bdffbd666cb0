import { defineInterface } from "../com/define_interface.ts";
import { method } from "../com/interface_table.ts";
import { C, OUT } from "../ctype.ts";

const base = defineInterface("IUIAutomation2", "34723aff-0c9d-49d0-9896-7ab52df8cd8a", {
  get_ConnectionTimeout: method(60, OUT.INT), // timeout
  put_ConnectionTimeout: method(61, C.DWORD), // timeout
  get_TransactionTimeout: method(62, OUT.INT), // timeout
  put_TransactionTimeout: method(63, C.DWORD), // timeout
});

/**
 * What the client of Windows 8 adds: how long it waits for programs.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomation2
 */
export class UIAutomation2 extends base {
  connectionTimeoutMs(): number {
    return this.int("get_ConnectionTimeout") >>> 0;
  }

  setConnectionTimeout(timeoutMs: number): void {
    this.call("put_ConnectionTimeout", timeoutMs);
  }

  transactionTimeoutMs(): number {
    return this.int("get_TransactionTimeout") >>> 0;
  }

  setTransactionTimeout(timeoutMs: number): void {
    this.call("put_TransactionTimeout", timeoutMs);
  }
}
