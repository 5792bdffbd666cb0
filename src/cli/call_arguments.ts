/** The arguments of `casement call`: from the command line, or from stdin. */
import { Buffer } from "node:buffer";
import { boundedText } from "../core/text.ts";
import { UsageError } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/** A pipe that brings nothing for so long is one that nobody writes to. */
const IDLE_MS = 10_000;
/** Far above any real arguments. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_REASON_UNITS = 200;

/**
 * The value that was written, `{}` where nothing was. Nothing written and `-` mean stdin; a terminal is read for `-`
 * alone.
 *
 * @throws {UsageError} where it is not JSON.
 */
export async function readArguments(
  written: string | undefined,
  terminal: Terminal,
  idleMs = IDLE_MS,
): Promise<unknown> {
  if (written !== undefined && written !== "-") return parseJson(written, "The arguments are");
  if (written === undefined && terminal.isStdinTerminal) return {};
  const bytes = await readAll(terminal.stdin, terminal.isStdinTerminal ? undefined : idleMs);
  const text = decode(bytes);
  if (written === undefined && text.trim() === "") return {};
  return parseJson(text, "What stdin brought is");
}

function parseJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = text.trim() === "" ? "there is nothing" : error instanceof Error ? error.message : "";
    const hint = /^\s*\{/.test(text) && !text.includes('"')
      ? '. The shell may have taken the quotation marks: write \\" for each, or pipe the JSON to stdin'
      : "";
    throw new UsageError(`${subject} no JSON: ${boundedText(reason, MAX_REASON_UNITS)}${hint}`);
  }
}

/** UTF-8, or UTF-16 as PowerShell writes it into files; a byte order mark is no part of the text. */
function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xFF && bytes[1] === 0xFE ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError("What stdin brought is no UTF-8 text");
  }
}

async function readAll(stdin: ReadableStream<Uint8Array>, idleMs: number | undefined): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = stdin.getReader();
  for (;;) {
    const piece = await readPiece(reader, idleMs);
    if (piece === undefined) break;
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BYTES) {
      throw new UsageError(`Stdin brought more than the ${MAX_BYTES} bytes that arguments may have`);
    }
  }
  return Buffer.concat(pieces, length);
}

/** The next piece; undefined at the end. */
async function readPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number | undefined,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    if (idleMs === undefined) return;
    const seconds = idleMs / 1000;
    timer = setTimeout(
      () =>
        reject(new UsageError(`Stdin is open and brought nothing for ${seconds} s; close it, or give {}`)),
      idleMs,
    );
  });
  try {
    return (await Promise.race([reader.read(), timeUp])).value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Stdin cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
