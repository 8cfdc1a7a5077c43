/**
 * `GET signup` and `POST signup`: creates an account with a password. Nothing of it is stored before the address is confirmed.
 *
 * @module
 */

import { InvalidPassword } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { orShowAgain, showForm } from "./form.ts";
import { sendPasswordMail } from "./mail.ts";
import { MIN_LENGTH } from "./min_length.ts";
import { hashPassword } from "../../crypto/password.ts";
import { assertNewPassword } from "./policy.ts";
import { toPrintableName } from "../../values/printable_name.ts";
import { mailProvider, ownerOf, passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { signUpPage } from "./pages/sign_up.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/** Shows the form. */
export async function showSignUp(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { minLength = MIN_LENGTH, signUp } = passwordProvider(setup);
  return await showForm(
    "signUp",
    incoming,
    setup,
    (page) => signUpPage({ ...page, minLength, name: signUp?.name ? page.name ?? "" : null }),
  );
}

/**
 * Sends an email to confirm the address, or, to a user, one that says that they have an account. The answer is the same.
 *
 * @throws {AccessDenied} if `callbacks.signIn` refuses.
 */
export async function signUp(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return await orShowAgain("signUp", incoming, setup, async () => {
    const provider = passwordProvider(setup);
    const mailer = mailProvider(provider, setup);
    const { origin, body, received } = incoming;
    const identifier = parseAddress(body?.email, mailer);
    const { former } = spellingOf(body?.email, identifier);
    const attempted = { kind: "signUp", provider: provider.id, forgives: isSlip } as const;
    return await setup.limits.attempt(attempted, incoming, async () => {
      const password = await assertNewPassword(
        body?.password,
        ownerOf(identifier, setup, origin),
        provider,
      );
      const hash = await hashPassword(password, { ...provider.cost, signal: received?.signal });
      const user = await findByAddress(identifier, setup.store!, former);
      const purpose = user?.emailVerified ? "exists" : "confirm";
      const name = provider.signUp?.name && typeof body?.name === "string"
        ? toPrintableName(body.name) ?? undefined
        : undefined;
      return await sendPasswordMail(
        { purpose, identifier, former, hash, name },
        { incoming, provider },
        setup,
      );
    });
  });
}

/** Whether a password is refused for itself. `isLeaked` may ask a service about one: that counts. */
function isSlip(error: unknown): boolean {
  return isA(error, InvalidPassword) && error.code !== "Leaked";
}
