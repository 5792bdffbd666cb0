/** Whether a text that a pack would have typed or sent is a secret, as far as its form or its place tells. */

/** Why a text is taken for a secret. */
export type SensitiveReason =
  | "basic_auth_literal"
  | "bearer_token_literal"
  | "cloud_key_prefix"
  | "connection_string_password"
  | "jwt_literal"
  | "pem_private_key"
  | "sensitive_field_with_literal_value"
  | "url_embedded_credentials";

/** Forms that only secrets have. */
const FORMS: readonly (readonly [SensitiveReason, RegExp])[] = [
  ["bearer_token_literal", /\bBearer\s+[^\s$]{8,}/i],
  // A word has neither digits nor capitals inside it.
  ["basic_auth_literal", /\b[Bb]asic\s+(?=\S*[0-9=]|\S+[A-Z])[A-Za-z0-9+/]{8,}={0,2}(?:\s|$)/],
  // The first two parts are JSON in base64, which begins with {" and is never short: version numbers and ids have dots too.
  ["jwt_literal", /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/],
  ["pem_private_key", /-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----/],
  ["cloud_key_prefix", /^(?:AKIA|ASIA|AIza|sk-|ghp_|xox[bapr]-)[A-Za-z0-9_-]{8,}/],
  ["url_embedded_credentials", /\/\/[^\s/:@$]+:[^\s/@$]+@/],
  ["connection_string_password", /\b(?:password|pwd|secret|token)\s*=\s*[^\s;$]+/i],
];

/** Names of fields that hold secrets; at the end of the name, as `proxyPassword` and `auth_token` have them. */
const SENSITIVE_NAME = new RegExp(
  "(?:^|[_.-]|(?<=[a-zA-Z]))(?:password|passwd|passphrase|secret|token|api_?key|authorization|auth|cookie|session|" +
    "privateKey|credential|bearer|pw)$",
  "i",
);

/** Fields that hold the name of an environment variable, not its value. */
const VARIABLE_FIELD = /^(?:executableEnv|environmentVariables?|envName|envVar|envKey)$/i;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** A reference to a value that is only known when the workflow runs. */
const REFERENCE = /\$\{[^{}]+\}/g;
/** What may stand between references without being a secret. */
const GLUE = /^(?:Bearer|Basic)?[\s:=,"'()[\]{}]*$/i;

/** Shorter ones are no secrets. */
const LEAST_UNITS = 3;
const SHOWN_WHOLE = 8;

/**
 * Why a text is taken for a secret; undefined for ordinary text.
 *
 * @param path the names of the fields that lead to it, the last one its own, without those of what it is part of
 */
export function sensitiveReason(text: string, path: readonly string[]): SensitiveReason | undefined {
  const field = path.at(-1) ?? "";
  if (VARIABLE_FIELD.test(field) && VARIABLE_NAME.test(text)) return undefined;
  if (isOnlyReferences(text)) return undefined;
  const form = FORMS.find(([, pattern]) => pattern.test(text));
  if (form !== undefined) return form[0];
  const isInSensitiveField = text.length >= LEAST_UNITS && path.some((name) => SENSITIVE_NAME.test(name));
  return isInSensitiveField ? "sensitive_field_with_literal_value" : undefined;
}

function isOnlyReferences(text: string): boolean {
  const rest = text.replace(REFERENCE, "");
  return rest !== text && GLUE.test(rest.trim());
}

/** As much of a secret as may be shown for it to be found. */
export function redacted(text: string): string {
  return text.length <= SHOWN_WHOLE ? "***" : `${text.slice(0, 2)}…${text.slice(-2)}`;
}
