/**
 * `GET signup` and `POST signup`: creates an account with a password. Nothing of it is stored before the address is confirmed.
 *
 * @module
 */

import { AccessDenied, ConfigError, InvalidEmail, InvalidPassword } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { toUuid } from "../../crypto/bytes.ts";
import { returnUrl } from "../../http/redirect.ts";
import type { Identity } from "../../model/identity.ts";
import { NO_INTENT } from "../../model/intent.ts";
import type { OptionalAddress } from "../../setup/identifiers.ts";
import type { NewUserForm, Typed } from "../../setup/new_user.ts";
import { complete } from "../../sign_in/complete.ts";
import { optionalAddress } from "../../sign_in/identifiers.ts";
import type { PasswordProvider } from "./types.ts";
import { newUserForm } from "../../sign_in/new_user_form.ts";
import { offeredForms } from "../../sign_in/offered_forms.ts";
import { ifShort, orShowAgain, showAgain, showForm } from "./form.ts";
import { sendPasswordMail } from "./mail.ts";
import { MIN_LENGTH } from "./min_length.ts";
import { hashPassword } from "../../crypto/password.ts";
import { assertNewPassword } from "./policy.ts";
import { mailProvider, ownerOf, passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { closedPage, signUpPage } from "./pages/sign_up.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/** Shows the form, and the other ways to sign up. */
export async function showSignUp(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = passwordProvider(setup);
  const { minLength = MIN_LENGTH } = provider;
  const others = [...setup.providers.values()].filter((each) => each !== provider);
  return await showForm("signUp", incoming, setup, async (page) => {
    if (!setup.signsUp) return await closedPage(page);
    const form = await newUserForm(setup);
    const typed = page.error === null ? null : page.values;
    const asked = await form?.draw(page, typed, setup) ?? null;
    const optional = await optionalIn(form, setup);
    const forms = await offeredForms(others, page, setup);
    return await signUpPage({ ...page, minLength, asked, optional, others: forms });
  });
}

/**
 * Sends an email to confirm the address, or, to a user, one that says that they have an account. The answer is the same. A new user
 * who may leave out the address, and has a name, is signed in at once.
 *
 * @throws {AccessDenied} if `callbacks.signIn` refuses, or nobody can sign up.
 */
export async function signUp(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return await orShowAgain("signUp", incoming, setup, async () => {
    if (!setup.signsUp) throw new AccessDenied("Cannot sign up: `SignUp({ allow: false })`");
    const provider = passwordProvider(setup);
    const { origin, body, received } = incoming;
    const form = await newUserForm(setup);
    const typed = await form?.typedIn(body ?? {}, setup);
    // The page says what is taken, whatever else is wrong: then each form counts, or names could be tried without end.
    const tells = typed !== undefined && await form!.tells(typed, setup);
    const attempted = {
      kind: "signUp",
      provider: provider.id,
      forgives: tells ? undefined : isSlip,
    } as const;
    const counted = (run: () => Promise<Outcome>) => setup.limits.attempt(attempted, incoming, run);
    const showField = async () => await showAgain("signUp", "InvalidField", incoming, setup);
    // This check costs nothing: it comes before the address is looked at, and the password is hashed.
    if (typed && await form!.isWrong(typed, setup)) return await (tells ? counted(showField) : showField());
    return await counted(async () => {
      const { address: identifier, shown } = await typedIdentifier(incoming, { form, typed }, setup);
      if (typed && await form!.isRefused(typed, setup)) return await showField();
      const password = await assertNewPassword(
        body?.password,
        ownerOf(shown, setup, origin),
        provider,
      );
      const hash = await hashPassword(password, { ...provider.cost, signal: received?.signal });
      if (identifier === null) {
        return await createNamed({ hash, typed: typed! }, { incoming, provider }, setup);
      }
      const { former } = spellingOf(body?.email, identifier);
      const user = await findByAddress(identifier, setup.store!, former);
      const purpose = user?.emailVerified ? "exists" : "confirm";
      return await sendPasswordMail(
        { purpose, identifier, former, hash, typed: ifShort(typed) },
        { incoming, provider },
        setup,
      );
    });
  });
}

/**
 * What the form names the user by: the address, which is `null` if it was left out, and may be; and the text that the password must not
 * repeat.
 *
 * @throws {InvalidEmail} if the address is none.
 */
async function typedIdentifier(
  { body }: Incoming,
  { form, typed = {} }: { readonly form: NewUserForm<Setup> | null; readonly typed?: Typed | undefined },
  setup: Setup,
): Promise<{ readonly address: string | null; readonly shown: string }> {
  const optional = body?.email ? null : await optionalIn(form, setup);
  const name = optional && typed[optional.field];
  if (name) return { address: null, shown: name };
  const address = parseAddress(body?.email, mailProvider(passwordProvider(setup), setup));
  return { address, shown: address };
}

/**
 * How a form lets the address out; `null` if it doesn't.
 *
 * @throws {ConfigError} if it has no field for what takes its place.
 */
async function optionalIn(form: NewUserForm<Setup> | null, setup: Setup): Promise<OptionalAddress | null> {
  const optional = await optionalAddress(setup);
  if (!optional) return null;
  const { field } = optional;
  if (form && field in await form.typedIn({ [field]: "" }, setup)) return optional;
  throw new ConfigError(
    `Cannot leave out the address: add \`SignUp({ fields: ["${field}"] })\` to \`features\``,
  );
}

/** Creates a user who has a name and no address, and signs them in. */
async function createNamed(
  { hash, typed }: { readonly hash: string; readonly typed: Typed },
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: PasswordProvider },
  setup: Setup,
): Promise<Outcome> {
  const id = toUuid(setup.platform.random(16), 4);
  const identity: Identity = {
    user: { id, name: null, email: null },
    account: { provider: provider.id, type: "credentials", providerAccountId: id },
    isUnknown: true,
    stored: {},
    typed,
    outcome: { hash },
    amr: ["pwd"],
  };
  const ending = { incoming, returnTo: await returnUrl(incoming, setup), intent: NO_INTENT };
  return await complete(identity, ending, setup);
}

/** Whether an address or a password is refused for itself. `isLeaked` may ask a service about a password: that counts. */
function isSlip(error: unknown): boolean {
  return isA(error, InvalidEmail) || (isA(error, InvalidPassword) && error.code !== "Leaked");
}
