/** Names of what must not travel from step to step, nor into a result. */

const SENSITIVE_WORD = /password|token|credential|secret|authorization|cookie/i;

/** `isPassword` is no password. */
const QUESTION = /^is[A-Z]/;

/** Whether a part of a name or of a path says that a secret is behind it. */
export function isSensitiveName(name: string): boolean {
  return SENSITIVE_WORD.test(name) && !QUESTION.test(name);
}
