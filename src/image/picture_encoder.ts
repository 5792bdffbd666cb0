import { ToolError } from "../core/errors.ts";
import { workerEntry } from "../core/worker_entry.ts";
import { type Bitmap, createBitmap } from "./bitmap.ts";
import type { EncodedPicture, PictureAnswer, PictureOptions, PictureRequest } from "./picture_job.ts";

/** A 4K capture of the worst content takes one second; this is for a very busy machine. */
const DEFAULT_DEADLINE_MS = 20_000;

/** The part of a Worker that is used here; a test gives one that fails. */
export interface PictureWorker {
  postMessage(request: PictureRequest, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PictureAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What can be set on an encoder. */
export interface PictureEncoderOptions {
  /** For one picture, counted from the moment the Worker gets it. */
  readonly deadlineMs?: number;
  readonly startWorker?: () => PictureWorker;
}

interface Job {
  readonly request: PictureRequest;
  resolve(picture: EncodedPicture): void;
  reject(error: ToolError): void;
}

/**
 * Encodes captures in a Worker, one after another, and keeps the deadline. The Worker starts with the first picture;
 * one that overruns or crashes is replaced for the next picture. Deno cannot interrupt a Worker, so one that overran
 * finishes its picture before it ends; nobody hears of it.
 */
export class PictureEncoder {
  readonly #deadlineMs: number;
  readonly #startWorker: () => PictureWorker;
  readonly #queue: Job[] = [];
  #worker: PictureWorker | undefined;
  #current: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: PictureEncoderOptions = {}) {
    this.#deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#startWorker = options.startWorker ?? startPictureWorker;
  }

  /**
   * The picture for the file and for the answer. The bitmap is given away at once: its memory moves to the Worker.
   * @throws {ToolError} REGION_OUTSIDE_TARGET; TIMEOUT if the deadline passes; CANCELLED if the encoder is closed;
   * INTERNAL_ERROR if the Worker fails
   * @throws {RangeError} if the bitmap's bytes do not fit its size, as after it was given away before
   */
  async encode(bitmap: Bitmap, options: PictureOptions = {}): Promise<EncodedPicture> {
    createBitmap(bitmap, bitmap.data);
    if (this.#isClosed) throw closedError();
    return await new Promise((resolve, reject) => {
      this.#queue.push({ request: { bitmap: takeOver(bitmap), options }, resolve, reject });
      this.#advance();
    });
  }

  /** Ends the Worker, whatever it does, and refuses what waits and what comes later. */
  close(): void {
    this.#isClosed = true;
    this.#endWorker();
    for (const job of [this.#finishCurrent(), ...this.#queue.splice(0)]) job?.reject(closedError());
  }

  #advance(): void {
    if (this.#current !== undefined) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#current = job;
    this.#timer = setTimeout(() => this.#overrun(), this.#deadlineMs);
    this.#worker ??= this.#listenTo(this.#startWorker());
    this.#worker.postMessage(job.request, [job.request.bitmap.data.buffer]);
  }

  #listenTo(worker: PictureWorker): PictureWorker {
    worker.onmessage = ({ data: answer }) => {
      if (worker !== this.#worker) return;
      const job = this.#finishCurrent();
      if ("picture" in answer) job?.resolve(answer.picture);
      else if ("error" in answer) job?.reject(ToolError.fromBody(answer.error));
      else job?.reject(defectError(answer.defect));
      this.#advance();
    };
    worker.onerror = (event) => {
      // Not handled, a Worker's error would end the whole program.
      event.preventDefault();
      if (worker !== this.#worker) return;
      this.#endWorker();
      this.#finishCurrent()?.reject(defectError(event.message));
      this.#advance();
    };
    return worker;
  }

  #overrun(): void {
    this.#endWorker();
    const message = `The picture was not encoded within ${this.#deadlineMs} ms`;
    this.#finishCurrent()?.reject(new ToolError("TIMEOUT", message));
    this.#advance();
  }

  #finishCurrent(): Job | undefined {
    const job = this.#current;
    this.#current = undefined;
    clearTimeout(this.#timer);
    return job;
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** The same pixels under our own name, without a copy; the caller's are gone, so they cannot change while waiting. */
function takeOver(bitmap: Bitmap): Bitmap {
  const { width, height, data } = bitmap;
  return structuredClone({ width, height, data }, { transfer: [data.buffer] });
}

function startPictureWorker(): PictureWorker {
  const entry = workerEntry(import.meta.url, "./picture_worker.ts", "picture_worker");
  return new Worker(entry, { type: "module", name: "pictures" }) as PictureWorker;
}

function closedError(): ToolError {
  return new ToolError("CANCELLED", "The server is ending");
}

function defectError(defect: unknown): ToolError {
  const message = defect instanceof Error ? defect.message : String(defect);
  return new ToolError("INTERNAL_ERROR", `The picture could not be encoded: ${message}`, { cause: defect });
}
