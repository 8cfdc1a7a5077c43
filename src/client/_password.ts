/**
 * The application's own forms for passwords that the library keeps.
 *
 * @module
 */

import type { HalfContext } from "./_half.ts";
import type { PasswordClient } from "./types.ts";

/** Creates the functions. The provider is `Password()`, whose id is `password`. */
export function createPasswordClient({ finish, readForm }: HalfContext): PasswordClient {
  const submit = (path: string, endsHere: boolean) => (options: object) =>
    finish({ path, form: readForm(options), endsHere });
  return {
    signUp: submit("signup", false),
    forgot: submit("forgot-password", false),
    reset: submit("callback/password", true),
    keep: submit("keep-password", true),
    change: submit("password", true),
  };
}
