/** A raw JSON-RPC line client over a program: it sees every line of stdout as it is. */
import { fileURLToPath } from "node:url";
import { LineSplitter } from "../../src/server/line_splitter.ts";

/** A JSON-RPC message as it came. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: string | number;
  readonly method?: string;
  // A test says what it expects to find; it fails where that is not there.
  // deno-lint-ignore no-explicit-any
  readonly result?: any;
  // deno-lint-ignore no-explicit-any
  readonly error?: any;
  // deno-lint-ignore no-explicit-any
  readonly params?: any;
}

/** How to start the program. */
export interface StdioClientOptions {
  /** The program and its first arguments; the server from its sources when left out. */
  readonly command?: readonly string[];
  /** What follows the command. */
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** The server, run from its sources by the Deno that runs this. */
export const SERVER_FROM_SOURCE: readonly string[] = denoRun("main.ts");

/**
 * How to run a module of this repository with the Deno that runs this. In the lab, which names its folder, everything is
 * there already; without the flag each start would ask the registry first.
 */
export function denoRun(module: string): readonly string[] {
  const flags = Deno.env.has("CASEMENT_LAB") ? ["--cached-only"] : [];
  const path = fileURLToPath(new URL(`../../${module}`, import.meta.url));
  return [Deno.execPath(), "run", "--quiet", ...flags, "-A", path];
}

/** Wine needs some seconds for what takes a fraction of one elsewhere. */
const ANSWER_MS = 30_000;
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** See the head of this file. Ends the program when disposed. */
export class StdioClient implements AsyncDisposable {
  /** Every line of stdout. */
  readonly stdoutLines: string[] = [];
  /** Messages that are no answer. */
  readonly notifications: Message[] = [];
  readonly status: Promise<Deno.CommandStatus>;
  readonly pid: number;
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #waiting = new Map<string | number, (message: Message) => void>();
  readonly #outputs: Promise<unknown>;
  #stderr = "";
  #lastId = 0;
  #isInputOpen = true;

  constructor(options: StdioClientOptions = {}) {
    const [program = "", ...first] = options.command ?? SERVER_FROM_SOURCE;
    this.#process = new Deno.Command(program, {
      args: [...first, ...options.args ?? []],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    }).spawn();
    this.pid = this.#process.pid;
    this.status = this.#process.status;
    this.#input = this.#process.stdin.getWriter();
    this.#outputs = Promise.all([this.#readStdout(), this.#readStderr()]);
  }

  /** Starts a server and shakes hands with it. */
  static async start(options: StdioClientOptions = {}): Promise<StdioClient> {
    const client = new StdioClient(options);
    await client.initialize();
    return client;
  }

  /** Everything on stderr so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** The handshake; returns the answer to `initialize`. */
  async initialize(): Promise<Message> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "stdio test", version: "1" },
    });
    await this.notify("notifications/initialized");
    return answer;
  }

  /** Sends a request and waits for its answer, error or not. */
  async request(method: string, params?: unknown): Promise<Message> {
    const { id, answer } = await this.send(method, params);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeUp = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer to ${method} (id ${id}); stderr:\n${this.#stderr}`)),
        ANSWER_MS,
      );
    });
    const ended = this.#outputs.then(() => {
      throw new Error(`the program ended before it answered ${method}; stderr:\n${this.#stderr}`);
    });
    try {
      return await Promise.race([answer, timeUp, ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request without waiting for its answer. */
  async send(method: string, params?: unknown): Promise<{ id: number; answer: Promise<Message> }> {
    const id = ++this.#lastId;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    await this.sendLine(
      JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) }),
    );
    return { id, answer };
  }

  /** Sends a notification. */
  async notify(method: string, params?: unknown): Promise<void> {
    await this.sendLine(
      JSON.stringify({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }),
    );
  }

  /** Sends one line, whatever it is. */
  async sendLine(text: string): Promise<void> {
    await this.#input.write(this.#encoder.encode(`${text}\n`));
  }

  /** Calls a tool; returns the whole result, or fails on a protocol error. */
  // deno-lint-ignore no-explicit-any -- as in `Message`
  async callTool(name: string, args: unknown = {}): Promise<any> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    if (error !== undefined) throw new Error(`protocol error: ${JSON.stringify(error)}`);
    return result;
  }

  /** Ends the program's stdin. */
  async closeInput(): Promise<void> {
    if (!this.#isInputOpen) return;
    this.#isInputOpen = false;
    await this.#input.close().catch(() => {/* it has ended by itself */});
  }

  /** Waits until the program has ended and all its output is here. */
  async end(): Promise<Deno.CommandStatus> {
    await this.closeInput();
    const status = await this.status;
    await this.#outputs;
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeInput();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 10_000);
    await this.status;
    clearTimeout(timer);
    await this.#outputs;
  }

  async #readStdout(): Promise<void> {
    const lines = new LineSplitter(MAX_LINE_BYTES, (bytes) => {
      throw new Error(`a line of ${bytes} bytes on stdout`);
    });
    for await (const chunk of this.#process.stdout) {
      for (const line of lines.push(chunk)) this.#receive(line);
    }
  }

  async #readStderr(): Promise<void> {
    const text = this.#process.stderr.pipeThrough(new TextDecoderStream());
    for await (const chunk of text) this.#stderr += chunk;
  }

  #receive(line: string): void {
    this.stdoutLines.push(line);
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      // The test that looks at all lines will say so.
      return;
    }
    const { id } = message;
    const resolve = id === undefined || message.method !== undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined && resolve !== undefined) {
      this.#waiting.delete(id);
      resolve(message);
    } else {
      this.notifications.push(message);
    }
  }
}
