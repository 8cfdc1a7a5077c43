import assert from "node:assert/strict";
import { test } from "node:test";
import * as errors from "../src/errors.ts";
import { AuthError, ConfigError, type ErrorKind, type ErrorType } from "../src/errors.ts";

/** Class, type, where a person lands, and the type that a person sees. */
const TABLE: Readonly<Record<string, readonly [type: ErrorType, kind: ErrorKind, publicType: ErrorType]>> = {
  AuthError: ["AuthError", "error", "ServerError"],
  ConfigError: ["Configuration", "error", "Configuration"],
  InvalidEndpoints: ["InvalidEndpoints", "error", "Configuration"],
  MissingSecret: ["MissingSecret", "error", "Configuration"],
  UntrustedHost: ["UntrustedHost", "error", "Configuration"],
  MissingAdapter: ["MissingAdapter", "error", "Configuration"],
  MissingAdapterMethods: ["MissingAdapterMethods", "error", "Configuration"],
  MissingAuthorize: ["MissingAuthorize", "error", "Configuration"],
  DuplicateConditionalUI: ["DuplicateConditionalUI", "error", "Configuration"],
  ExperimentalFeatureNotEnabled: ["ExperimentalFeatureNotEnabled", "error", "Configuration"],
  MissingWebAuthnAutocomplete: ["MissingWebAuthnAutocomplete", "error", "Configuration"],
  AccessDenied: ["AccessDenied", "error", "AccessDenied"],
  AccountNotLinked: ["AccountNotLinked", "signIn", "AccountNotLinked"],
  AdapterError: ["AdapterError", "error", "ServerError"],
  CredentialsSignin: ["CredentialsSignin", "signIn", "CredentialsSignin"],
  EmailSignInError: ["EmailSignInError", "signIn", "EmailSignInError"],
  EventError: ["EventError", "error", "ServerError"],
  InvalidCheck: ["InvalidCheck", "signIn", "InvalidCheck"],
  InvalidCode: ["InvalidCode", "verifyRequest", "InvalidCode"],
  InvalidEmail: ["InvalidEmail", "signIn", "InvalidEmail"],
  InvalidProvider: ["InvalidProvider", "signIn", "InvalidProvider"],
  JWTSessionError: ["JWTSessionError", "error", "ServerError"],
  MissingCSRF: ["MissingCSRF", "signIn", "MissingCSRF"],
  OAuthAccountNotLinked: ["OAuthAccountNotLinked", "signIn", "OAuthAccountNotLinked"],
  OAuthCallbackError: ["OAuthCallbackError", "signIn", "OAuthCallbackError"],
  OAuthProfileParseError: ["OAuthProfileParseError", "signIn", "OAuthProfileParseError"],
  ProviderResponseError: ["ProviderResponseError", "signIn", "ProviderResponseError"],
  ProviderUnavailable: ["ProviderUnavailable", "signIn", "ProviderUnavailable"],
  ServerError: ["ServerError", "error", "ServerError"],
  SessionTokenError: ["SessionTokenError", "error", "ServerError"],
  SignOutError: ["SignOutError", "error", "ServerError"],
  UserChanged: ["UserChanged", "signIn", "UserChanged"],
  UserNotVerified: ["UserNotVerified", "signIn", "UserNotVerified"],
  Verification: ["Verification", "error", "Verification"],
  WebAuthnVerificationError: ["WebAuthnVerificationError", "signIn", "WebAuthnVerificationError"],
};

/** Every class that the module exports, by name. */
const CLASSES = Object.entries(errors).filter(([, value]) => typeof value === "function") as [
  string,
  typeof AuthError,
][];

for (const [name, ErrorClass] of CLASSES) {
  test(`${name} has a stable type, the page of its kind, and a type that a person may see`, () => {
    const error = new ErrorClass("message");
    assert.ok(TABLE[name], "not in this table");
    assert.deepEqual([error.type, error.kind, error.publicType], TABLE[name]);
    assert.equal(ErrorClass.type, error.type);
    assert.equal(error.name, error.type);
    assert.equal(String(error), `${error.type}: message`);
    assert.ok(error instanceof AuthError && error instanceof Error);
  });
}

test("errors.ts exports the classes of the table", () => {
  assert.deepEqual(CLASSES.map(([name]) => name).toSorted(), Object.keys(TABLE).toSorted());
});

test("ConfigError is the base of those errors, and only those, that are shown as `Configuration`", () => {
  for (const [, ErrorClass] of CLASSES) {
    const error = new ErrorClass("");
    assert.equal(error instanceof ConfigError, error.publicType === "Configuration", error.type);
  }
});

test("AuthError keeps the facts of its cause", () => {
  const facts = { provider: "idp", err: new Error("underneath") };
  assert.deepEqual(new AuthError("message", facts).cause, facts);
  assert.equal(new AuthError("message").cause, undefined);
});

test("AuthError keeps the error underneath as `cause.err`, wherever it stands", () => {
  const err = new TypeError("underneath");
  assert.deepEqual(new AuthError("message", err).cause, { err });
  const wrapped = new AuthError(err, { provider: "idp" });
  assert.equal(wrapped.message, "underneath");
  assert.deepEqual(wrapped.cause, { err, provider: "idp" });
  assert.deepEqual(new AuthError(err).cause, { err });
});

test("AuthError gives classes of an application the facts of the class they extend", () => {
  class NotInvited extends errors.AccessDenied {}
  const error = new NotInvited("Ask for an invitation");
  assert.deepEqual([error.type, error.kind, error.publicType], TABLE.AccessDenied);
});
