/**
 * Sign-in with credentials that the application checks itself, such as a password.
 *
 * @module
 */

import { toUuid } from "../../crypto/bytes.ts";
import { AuthError, CredentialsSignin, ServerError } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import { toRequest } from "../../http/incoming.ts";
import { onlyIn } from "../../http/link_request.ts";
import { NO_INTENT } from "../../model/intent.ts";
import { findStored } from "../../session/current.ts";
import { noteVerified } from "../../session/mailbox_note.ts";
import { hasRows } from "../../model/store.ts";
import { assertPosted } from "../method.ts";
import { beforeForm } from "../open_form.ts";
import type { Attempt } from "../../setup/method.ts";
import { returnUrl } from "../../http/redirect.ts";
import { toEmail } from "../../values/same_address.ts";
import type { CredentialsProvider, Setup } from "../../setup/setup.ts";
import { isStorable, toStorable } from "../../values/storable.ts";
import { isA } from "../../errors/thrown.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { User } from "../../values/types.ts";
import { UI_LOCALES } from "../../http/ui_locales.ts";

export { form } from "./form.ts";

/** What its form is. */
export const openForm = "signIn";

/** If the address was verified within this time before the sign-in, the password is checked twice. In milliseconds. */
const RECENTLY_VERIFIED = 120_000;

/** Accepts the credentials from a form of this site. @throws {InvalidProvider} if the request is not a POST. */
export async function finish(
  incoming: Incoming,
  provider: CredentialsProvider,
  setup: Setup,
): Promise<Attempt> {
  await assertPosted(incoming, setup);
  await beforeForm("signIn", incoming, setup);
  return {
    returnTo: await returnUrl(incoming, setup),
    intent: { ...NO_INTENT, only: onlyIn(incoming) },
    consumed: [],
    identify: () => authorize(incoming, provider, setup),
  };
}

/**
 * Asks the application who the user is.
 *
 * @throws {CredentialsSignin} if the credentials are wrong.
 * @throws {RateLimited} if there were too many attempts.
 * @throws {ServerError} if `authorize` fails in another way, or its result is not a user, or not one of the database.
 */
export async function authorize(
  incoming: Incoming,
  provider: CredentialsProvider,
  setup: Setup,
): Promise<Identity> {
  const { csrfToken: _token, callbackUrl: _url, [UI_LOCALES]: _locales, ...credentials } = {
    ...incoming.body,
  };
  const began = setup.platform.now();
  const attempted = { kind: "credentials", credentials, provider: provider.id } as const;
  const user = await setup.limits.attempt(attempted, incoming, async () => {
    const found = await callAuthorize(credentials, toRequest(incoming), provider);
    if (!found) throw new CredentialsSignin("Cannot sign in: `authorize` returned no user");
    return found;
  });
  assertUser(user);
  if (user.id === undefined || user.id === null) warnOfMissingId(provider, setup);
  const storedUser = await storedUserOf(user, setup);
  const stored = storedUser ?? await noteMailboxOf(user, setup);
  // As the database writes it: all rows of the user are under that id.
  const id = String(stored?.id ?? user.id ?? toUuid(setup.platform.random(16), 4));
  // Nobody is taken over without `revoke`, and a code that counts once would be refused the second time.
  if (storedUser && provider.revoke && wasJustVerified(storedUser, began)) {
    // Since the check, the owner of the mailbox may have taken the user over, and `revoke` removed the password.
    const again = await callAuthorize(credentials, toRequest(incoming), provider);
    // An id may be an object.
    if (String(again?.id) !== String(user.id)) {
      throw new CredentialsSignin("Cannot sign in: the password has been removed");
    }
  }
  const account = { provider: provider.id, type: "credentials", providerAccountId: id } as const;
  return {
    user: toStorable({ ...user, id, ...(typeof user.email === "string" && { email: toEmail(user.email) }) }),
    account,
    stored: {},
    credentials,
    ...(storedUser && { storedUser }),
  };
}

/** As with Auth.js, such a user is signed in: with another id at each sign-in, so that nothing can be stored for them. */
function warnOfMissingId({ id }: CredentialsProvider, { strategy, logger }: Setup): void {
  // With stored sessions, it is an error.
  if (strategy === "database") return;
  logger.warn(
    `user-without-id: \`authorize\` of provider "${id}" returned a user without \`id\`, who gets a new random one at each ` +
      "sign-in: return the id of the user in your database, which never changes",
  );
}

/** The stored user. `null` with strategy `jwt`: the application may keep its users elsewhere. */
async function storedUserOf({ id }: User, { store, strategy }: Setup): Promise<AdapterUser | null> {
  if (!store || strategy !== "database") return null;
  const stored = id === undefined ? null : await store.getUser(id);
  if (stored) return stored;
  throw new ServerError(
    "Cannot store a session: `authorize` returned the id of a user who is not in the database, or none",
  );
}

/**
 * Notes the verified address of a user for whom no row is stored with the session: whoever has the mailbox of a later address
 * would take them over. Only the row counts, not the fields that `authorize` returns. Returns it; `null` without one.
 */
async function noteMailboxOf({ id }: User, { store }: Setup): Promise<AdapterUser | null> {
  if (id === undefined || id === null || !hasRows(store)) return null;
  const stored = await findStored(id, store);
  if (stored) await noteVerified(stored, store);
  return stored;
}

function wasJustVerified({ emailVerified }: AdapterUser, began: number): boolean {
  return Number(emailVerified) > began - RECENTLY_VERIFIED;
}

async function callAuthorize(
  credentials: Record<string, unknown>,
  request: Request,
  provider: CredentialsProvider,
): Promise<User | null> {
  try {
    return await provider.authorize(credentials, request);
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ServerError("Cannot sign in: `authorize` failed", { err: error as Error });
  }
}

/** `true` would sign in a user without a name. Some values as `id` would be one user for all: a plain object, `""`, `NaN`. */
function assertUser(user: unknown): void {
  const kind = Array.isArray(user) ? "an array" : typeof user;
  if (kind !== "object") throw notUser(kind);
  const { id } = user as { readonly id?: unknown };
  if (id === undefined || id === null) return;
  // An id may be an object with its own `toString`, such as an ObjectId.
  if (typeof id === "object" && /^(\[object .*\])?$/.test(String(id))) throw notUser("an object as `id`");
  // JavaScript has rounded a number that is too large.
  const isNumber = typeof id === "bigint" || Number.isSafeInteger(id);
  if (!isNumber && (id === "" || !isStorable(String(id)) || !/^(string|object)$/.test(typeof id))) {
    throw notUser("no text or exact whole number as `id`");
  }
}

/** Names only the kind of the value: the value itself may be a secret. */
function notUser(kind: string): ServerError {
  return new ServerError(
    `Cannot sign in: \`authorize\` returned ${kind}: return the user, such as \`{ id, name, email }\`, or \`null\``,
  );
}
