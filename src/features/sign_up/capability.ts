/**
 * The code of sign-up, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { assertStore } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { SignUpOptions } from "./options.ts";

const work = once(() => import("./work.ts"));

/** The hooks of sign-up. */
export const signUp: Capability = {
  name: "signUp",
  options: { allow: true, fields: true, terms: true } satisfies Keys<SignUpOptions>,
  rules(options, { store }): SignUpOptions {
    assertStore(store, "Cannot use `SignUp`", "the users");
    return options as SignUpOptions;
  },
  closesSignUp: (own) => (own as SignUpOptions).allow === false,
  words: () => import("../../messages/sign_up/en.ts"),
  routes: {
    "GET finish-signup": { run: later(work, "showFinish"), signsIn: true },
    "POST finish-signup": {
      run: later(work, "finishSignUp"),
      signsIn: true,
      csrf: true,
      page: "finishSignUp",
    },
  },
  newUser: async () => (await work()).NEW_USER_FORM,
  beforeWrites: later(work, "askNewUser"),
  updateUser: later(work, "keepSaid"),
};
