/**
 * The result of a script's work; a failure ends the script with its sentence, since a stack trace would hide it from the
 * person who has to do something about it.
 */
export async function orEnd<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    Deno.stderr.writeSync(new TextEncoder().encode(`${message}\n`));
    Deno.exit(1);
  }
}
