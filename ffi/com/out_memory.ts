/** Enough for a VARIANT (24), a RECT (16) and whatever is smaller. */
const BYTES = 24;

/** Memory for what a call gives back, seen as each type that it may be. */
export class OutMemory {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly shorts: Int16Array<ArrayBuffer>;
  readonly ints: Int32Array<ArrayBuffer>;
  readonly doubles: Float64Array<ArrayBuffer>;
  /** 64-bit numbers and pointers. */
  readonly longs: BigUint64Array<ArrayBuffer>;
  /** Where it lies, which never changes. */
  readonly address: bigint;

  constructor() {
    const buffer = new ArrayBuffer(BYTES);
    this.bytes = new Uint8Array(buffer);
    this.shorts = new Int16Array(buffer);
    this.ints = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
    this.longs = new BigUint64Array(buffer);
    this.address = BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(this.bytes)));
  }
}

/** Lent and given back, because new memory costs as much as a call does. A call may lead to another: hence several. */
const idle: OutMemory[] = [];

/** Zeroed memory that nobody else has until it is given back. */
export function borrowOutMemory(): OutMemory {
  const memory = idle.pop() ?? new OutMemory();
  memory.longs.fill(0n);
  return memory;
}

/** Ends the use of borrowed memory; forgotten memory is merely collected. */
export function giveBackOutMemory(memory: OutMemory): void {
  idle.push(memory);
}

/** Lends memory for the length of a call. */
export function withOutMemory<T>(use: (memory: OutMemory) => T): T {
  const memory = borrowOutMemory();
  try {
    return use(memory);
  } finally {
    giveBackOutMemory(memory);
  }
}
