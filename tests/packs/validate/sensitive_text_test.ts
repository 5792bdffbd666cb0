import assert from "node:assert/strict";
import fc from "fast-check";
import { redacted, sensitiveReason } from "../../../src/packs/validate/sensitive_text.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

for (
  const [field, text, reason] of [
    ["password", "literal-secret", "sensitive_field_with_literal_value"],
    ["password", "SUPERSECRET123", "sensitive_field_with_literal_value"],
    ["password", "$env:X", "sensitive_field_with_literal_value"],
    ["password", "x${env.A}", "sensitive_field_with_literal_value"],
    ["proxyPassword", "hunter2", "sensitive_field_with_literal_value"],
    ["oauth", "abcdef", "sensitive_field_with_literal_value"],
    ["session", "abcdef", "sensitive_field_with_literal_value"],
    ["pw", "abcdef", "sensitive_field_with_literal_value"],
    ["api_key", "abcdef", "sensitive_field_with_literal_value"],
    ["accessToken", "abcdef", "sensitive_field_with_literal_value"],
    ["envName", "Bearer abcdef123456", "bearer_token_literal"],
    ["header", "Basic dXNlcjpwYXNz", "basic_auth_literal"],
    ["value", JWT, "jwt_literal"],
    ["value", "-----BEGIN RSA PRIVATE KEY-----\nMII", "pem_private_key"],
    ["value", "AKIAIOSFODNN7EXAMPLE", "cloud_key_prefix"],
    ["value", "ghp_0123456789abcdef", "cloud_key_prefix"],
    ["value", "https://user:pass@host/x", "url_embedded_credentials"],
    ["value", "Server=db;Password=hunter2;", "connection_string_password"],
  ] as const
) {
  Deno.test(`sensitiveReason(): ${field} ${JSON.stringify(text.slice(0, 24))} is ${reason}`, () => {
    assert.equal(sensitiveReason(text, ["args", field]), reason);
  });
}

for (
  const [field, text] of [
    ["authorization", "Bearer ${env.T}"],
    ["password", "${inputs.password}"],
    ["password", "${env.A}:${env.B}"],
    ["envName", "not a valid env name"],
    ["executableEnv", "LAB_TOKEN"],
    ["author", "Ann Other"],
    ["version", "1.2.3"],
    ["automationId", "main.panel.button"],
    ["automationId", "MainWindow.SettingsPanel.ApplyButton"],
    ["value", "Basic settings"],
    ["value", "Basic Authentication"],
    ["value", "the bearer of this letter"],
    ["value", "sk-tool.exe"],
    ["value", "https://example.org/a:b@c"],
    ["password", "ab"],
    ["tokens", "many of them"],
  ] as const
) {
  Deno.test(`sensitiveReason(): ${field} ${JSON.stringify(text)} is ordinary text`, () => {
    assert.equal(sensitiveReason(text, ["args", field]), undefined);
  });
}

Deno.test("sensitiveReason(): a field inside one that holds secrets holds them as well", () => {
  assert.equal(
    sensitiveReason("abcdef", ["args", "credential", "value"]),
    "sensitive_field_with_literal_value",
  );
});

Deno.test("redacted() never shows more than four characters, and of a short one none", () => {
  assert.equal(redacted("0123456789abcdef"), "01…ef");
  assert.equal(redacted("12345678"), "***");
  fc.assert(fc.property(fc.string({ minLength: 9 }), (text) => {
    assert.ok(redacted(text).length <= 5);
  }));
});
