import { becomeDpiAware } from "../../../../ffi/desktop.ts";
import { type ErrorBody, ToolError } from "../../../core/errors.ts";
import { keepStdoutPure } from "../../../core/log.ts";
import type { LaneApi, LaneEnd, LaneEvent, LaneMessage, LaneRequest } from "../lane_protocol.ts";

/** The part of a Worker's global scope that a lane uses. */
interface LaneScope {
  postMessage(message: LaneMessage, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<LaneRequest | LaneEnd>) => void) | null;
  close(): void;
}

/** This Worker's global scope; the compiler only knows a window's. */
const scope = self as unknown as LaneScope;

/** Tells the main thread that something happened. */
export function postEvent(event: LaneEvent): void {
  scope.postMessage({ kind: "event", event });
}

let currentId = 0;

/** Tells the main thread something about the request that is being served, before its answer. */
export function postNote(value: unknown): void {
  scope.postMessage({ kind: "note", id: currentId, value });
}

/** Serves a lane's requests on this thread until it is told to end; then `atEnd` closes what only this thread can. */
export function serveLane(api: LaneApi, atEnd: () => void = () => {}): void {
  keepStdoutPure();
  if (Deno.build.os === "windows") becomeDpiAware();
  scope.onmessage = ({ data: request }) => {
    if ("end" in request) {
      try {
        atEnd();
      } finally {
        scope.close();
      }
      return;
    }
    currentId = request.id;
    try {
      const handler = api[request.method];
      if (handler === undefined) {
        throw new TypeError(`Cannot serve "${request.method}": this lane has no such method`);
      }
      const value = handler(...request.args);
      scope.postMessage({ kind: "answer", id: request.id, value }, transferables(value));
    } catch (error) {
      const stack = error instanceof ToolError
        ? undefined
        : String(error instanceof Error ? error.stack : error);
      scope.postMessage({ kind: "failure", id: request.id, error: bodyOf(error), stack });
    }
  };
  scope.postMessage({ kind: "ready" });
}

/** Pictures cross by transfer: the memory changes hands and is not copied. */
function transferables(value: unknown): Transferable[] {
  if (typeof value !== "object" || value === null || !("bitmap" in value)) return [];
  const { bitmap } = value;
  const isBitmap = typeof bitmap === "object" && bitmap !== null && "data" in bitmap;
  return isBitmap && bitmap.data instanceof Uint8Array ? [bitmap.data.buffer as ArrayBuffer] : []; // never a shared one
}

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof ToolError) return error.toBody();
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Deno.errors.NotSupported ? "PLATFORM_UNSUPPORTED" : "INTERNAL_ERROR";
  return new ToolError(code, message).toBody();
}
