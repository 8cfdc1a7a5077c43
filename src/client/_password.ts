/**
 * The application's own forms for passwords that the library keeps.
 *
 * @module
 */

import { finish, readFormOptions, type SignInContext } from "./_sign_in.ts";
import type { PasswordClient } from "./types.ts";

/** Creates the functions. The provider is `Password()`, whose id is `password`. */
export function createPasswordClient(context: SignInContext): PasswordClient {
  const submit = (path: string, endsHere: boolean) => (options: object) =>
    finish({ path, form: readFormOptions(options, context.http), endsHere }, context);
  return {
    signUp: submit("signup", false),
    forgot: submit("forgot-password", false),
    reset: submit("callback/password", true),
    keep: submit("keep-password", true),
    change: submit("password", true),
  };
}
