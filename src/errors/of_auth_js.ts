/**
 * Error classes of Auth.js that this library never throws. They exist so that code that imports them keeps running: a
 * comparison with one of them is never true.
 *
 * @module
 */

import { AuthError, own } from "./auth_error.ts";
import type { ErrorTypeOfAuthJs } from "../values/types.ts";
import { isA } from "./thrown.ts";

/** @deprecated Never thrown. A failed callback is the error that the library names, such as `ProviderResponseError`. */
export class CallbackRouteError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "CallbackRouteError" satisfies ErrorTypeOfAuthJs;
}

/** @deprecated Never thrown: an error page that fails gets an answer with status 500. */
export class ErrorPageLoop extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "ErrorPageLoop" satisfies ErrorTypeOfAuthJs;
}

/** @deprecated Never thrown: `callbacks.redirect` decides about an address that is not one. */
export class InvalidCallbackUrl extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidCallbackUrl" satisfies ErrorTypeOfAuthJs;
}

/** @deprecated Never thrown. A provider that cannot begin a sign-in is a `ProviderUnavailable` or `ConfigError`. */
export class OAuthSignInError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "OAuthSignInError" satisfies ErrorTypeOfAuthJs;
}

/** @deprecated Never thrown. An error of the sign-in page has the `kind` `signIn`. */
export class SignInError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "SignInError" satisfies ErrorTypeOfAuthJs;
}

/** @deprecated Never thrown: an unknown action gets an answer with status 404. */
export class UnknownAction extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "UnknownAction" satisfies ErrorTypeOfAuthJs;
}

/** @deprecated Never thrown: credentials work with both session strategies. */
export class UnsupportedStrategy extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "UnsupportedStrategy" satisfies ErrorTypeOfAuthJs;
}

/** Returns whether a value is an error of the library whose type a user may see. */
export function isClientError(error: unknown): error is AuthError {
  return isA(error, AuthError) && error.publicType === error.type;
}
