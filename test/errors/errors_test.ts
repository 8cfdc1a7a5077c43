import assert from "node:assert/strict";
import { test } from "node:test";
import * as errors from "../../src/errors/errors.ts";
import { seeAlso } from "../../src/errors/help.ts";
import { type AnyAuthError, AuthError, ConfigError, type ErrorType } from "../../src/errors/errors.ts";
import type { ErrorKind, ErrorTypeOfAuthJs } from "../../src/values/types.ts";

type Classes = typeof errors;

/** By class: its type, the page of the user, and the type that the user sees. */
const TABLE: {
  readonly [C in keyof Classes]: readonly [
    type: Classes[C]["prototype"]["type"],
    kind: ErrorKind,
    publicType: ErrorType,
  ];
} = {
  AuthError: ["AuthError", "error", "ServerError"],
  ConfigError: ["Configuration", "error", "Configuration"],
  ChallengeFailed: ["ChallengeFailed", "signIn", "ChallengeFailed"],
  InvalidEndpoints: ["InvalidEndpoints", "error", "Configuration"],
  InvalidPassword: ["InvalidPassword", "error", "ServerError"],
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
  RateLimited: ["RateLimited", "signIn", "RateLimited"],
  InvalidSecondFactor: ["InvalidSecondFactor", "error", "ServerError"],
  OldSecretMissing: ["OldSecretMissing", "error", "Configuration"],
  InvalidProvider: ["InvalidProvider", "signIn", "InvalidProvider"],
  JWTSessionError: ["JWTSessionError", "error", "ServerError"],
  MissingCSRF: ["MissingCSRF", "signIn", "MissingCSRF"],
  OAuthAccountNotLinked: ["OAuthAccountNotLinked", "signIn", "OAuthAccountNotLinked"],
  OAuthCallbackError: ["OAuthCallbackError", "signIn", "OAuthCallbackError"],
  OAuthProfileParseError: ["OAuthProfileParseError", "signIn", "OAuthProfileParseError"],
  ProviderResponseError: ["ProviderResponseError", "signIn", "ProviderResponseError"],
  ProviderUnavailable: ["ProviderUnavailable", "signIn", "ProviderUnavailable"],
  ServerBusy: ["ServerBusy", "signIn", "ServerBusy"],
  ServerError: ["ServerError", "error", "ServerError"],
  SessionRequired: ["SessionRequired", "signIn", "SessionRequired"],
  OtherAccount: ["OtherAccount", "signIn", "OtherAccount"],
  ReconnectRequired: ["ReconnectRequired", "signIn", "ReconnectRequired"],
  TooManyWrongCodes: ["TooManyWrongCodes", "signIn", "TooManyWrongCodes"],
  TokenNotWritable: ["TokenNotWritable", "error", "ServerError"],
  SessionTokenError: ["SessionTokenError", "error", "ServerError"],
  SignOutError: ["SignOutError", "error", "ServerError"],
  UserChanged: ["UserChanged", "signIn", "UserChanged"],
  UserNotStored: ["UserNotStored", "error", "UserNotStored"],
  UserNotVerified: ["UserNotVerified", "signIn", "UserNotVerified"],
  Verification: ["Verification", "error", "Verification"],
  WebAuthnVerificationError: ["WebAuthnVerificationError", "signIn", "WebAuthnVerificationError"],
};

const ROWS = Object.entries(TABLE);
const classOf = (name: string): typeof AuthError => errors[name as keyof Classes];

for (const [name, row] of ROWS) {
  test(`${name} has its type, its page and its public type`, () => {
    const ErrorClass = classOf(name);
    const error = new ErrorClass("message");
    assert.deepEqual([error.type, error.kind, error.publicType], row);
    assert.equal(ErrorClass.type, error.type);
    assert.equal(error.name, error.type);
    const link = row[2] === "Configuration" ? seeAlso(error.type) : "";
    assert.equal(String(error), `${error.type}: message${link}`);
    assert.ok(error instanceof AuthError && error instanceof Error);
  });
}

test("AnyAuthError narrows to one class by its type", () => {
  const detailOf = (error: AnyAuthError): string => {
    switch (error.type) {
      case "UserNotVerified":
        return error.providers.join();
      case "CredentialsSignin":
        return error.code;
      case "Configuration":
        return (error satisfies ConfigError).message;
      default:
        // @ts-expect-error: the other classes have no code
        return error.code ?? (error satisfies AuthError).type;
    }
  };
  const { UserNotVerified, CredentialsSignin, InvalidCode } = errors;
  const known = [new UserNotVerified(), new CredentialsSignin(), new InvalidCode()];
  assert.deepEqual(known.map(detailOf), ["", "credentials", "InvalidCode"]);
  // @ts-expect-error: the type of a class is a literal
  const other: errors.InvalidCode["type"] = "InvalidEmail";
  assert.notEqual(other, known[2]?.type);
});

test("ErrorType names a class of ours or of Auth.js, and nothing else", () => {
  type Nameless = Exclude<ErrorType, AnyAuthError["type"] | ErrorTypeOfAuthJs>;
  const isComplete: [Nameless] extends [never] ? true : Nameless = true;
  assert.ok(isComplete);
});

test("ConfigError is the base of those errors, and only those, that are shown as `Configuration`", () => {
  for (const [name] of ROWS) {
    const error = new (classOf(name))("");
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

test("AuthError passes its facts on to subclasses of an application", () => {
  class NotInvited extends errors.AccessDenied {}
  const error = new NotInvited("Ask for an invitation");
  assert.deepEqual([error.type, error.kind, error.publicType], TABLE.AccessDenied);
});

test("a subclass with a static type of its own has this type in logs, and does not show it to users", () => {
  class TooManyRequests extends AuthError {
    static override readonly type = "TooManyRequests";
  }
  const error = new TooManyRequests("slow down");
  assert.deepEqual([error.type, error.name, error.publicType], [
    "TooManyRequests",
    "TooManyRequests",
    "ServerError",
  ]);
});
