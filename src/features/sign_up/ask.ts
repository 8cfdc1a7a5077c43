/**
 * Runs when a sign-in is about to create a user: whether they may sign up, and what is still to be asked.
 *
 * @module
 */

import { toBase64Url } from "../../crypto/bytes.ts";
import { ACCOUNT_TYPES } from "../../sign_in/account_types.ts";
import { ConfigError, ServerError } from "../../errors/errors.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import { allowedUrl } from "../../http/redirect.ts";
import { toPage } from "../../http/urls.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import type { Identity } from "../../model/identity.ts";
import type { Ending } from "../../model/intent.ts";
import type { Typed } from "../../setup/new_user.ts";
import type { KnownSignIn, Setup } from "../../setup/setup.ts";
import type { SignedInUser } from "../../setup/user_update.ts";
import { judge } from "../../sign_in/complete.ts";
import { addressOf } from "../../sign_in/decision.ts";
import { takeBackUser } from "../../sign_in/passing_user.ts";
import { persist } from "../../sign_in/persist.ts";
import {
  type Question,
  QUESTION_MAX_AGE,
  readQuestion,
  storeQuestion,
} from "../../sign_in/sealed_question.ts";
import { rulesOf, type SignUpRules } from "./rules.ts";
import { isRefused, isWrong, ofUser, tellsOf, valuesOf } from "./values.ts";

/** The question to a new user, in its sealed cookie. */
export interface SignUpQuestion extends Question, Pick<Ending, "intent" | "provenAt"> {
  /** Id of the user who is taken over. Absent for a new one. */
  readonly owner?: string;
}

/**
 * Lets a new user sign up, if they may, and asks what the application wants to know of them: nothing is stored before. Who takes a user
 * over is asked as well: what is stored may be what a stranger has typed and accepted.
 *
 * @returns The page that asks, or the identity to go on with.
 * @throws {AccessDenied} if they may not.
 * @throws {ServerError} if what they have proven is too large for a cookie.
 */
export async function askNewUser(
  identity: Identity,
  { decision, ending }: KnownSignIn,
  setup: Setup,
): Promise<Outcome | Identity> {
  const isNew = decision?.kind === "created";
  if (!isNew && decision?.kind !== "takenOver") {
    // A user who is there keeps what is stored: they may have set another password elsewhere while the question waited.
    const { typed: _, outcome, ...known } = identity;
    return outcome && !identity.asked ? { ...known, outcome } : known;
  }
  const rules = await rulesOf(setup);
  const elsewhere = isNew && await assertMaySignUp(identity, rules);
  if (elsewhere) return { redirect: await allowedUrl(elsewhere, ending.incoming.origin, setup) };
  const typed = identity.typed ?? knownOf(identity, rules);
  // What may be left empty is asked for once.
  const isFirst = identity.typed === undefined && rules.names.some((name) => !typed[name]);
  const owner = isNew ? null : String(decision.user.id);
  if (isFirst || isWrong(typed, rules, setup) || await isRefused(typed, rules, setup, owner)) {
    return await askCounted(identity, { ending, owner }, rules, setup);
  }
  const said = valuesOf(typed, rules, setup);
  // Also what the provider says: some of it is stored once there is a user.
  const known = { ...identity, typed };
  if (isNew) return { ...known, user: { ...identity.user, ...said } };
  return Object.keys(said).length ? { ...known, said } : known;
}

/**
 * Stores what the new owner of a user has said, and asserts that the database has what a new one has: an adapter leaves out what it has
 * no column for.
 *
 * @throws {ConfigError} if not. Then a new user is removed: the next sign-in would find them, and ask nothing.
 */
export async function keepSaid(
  identity: Identity,
  before: AdapterUser,
  { isNewUser }: SignedInUser,
  setup: Setup,
): Promise<AdapterUser | undefined> {
  const { typed, said, user: { ...asNew } } = identity;
  // Another request may have created the user in the meantime, with what it was told.
  if (!said && !(typed && isNewUser)) return undefined;
  const { store, emit } = setup;
  // The next sign-in would find the owner, and ask nothing.
  const user = said ? await persist(() => store!.updateUser({ id: before.id, ...said })) : before;
  const wanted: Readonly<Record<string, unknown>> = said ?? asNew;
  const { names, fields, terms } = await rulesOf(setup);
  const all = [...ofUser(names, fields), ...terms === null ? [] : ["termsVersion", "termsAcceptedAt"]];
  // Some databases leave out a field that is empty.
  const lost = all.find((name) => (wanted[name] ?? null) !== null && !Object.hasOwn(user, name));
  if (lost === undefined) {
    if (said) await emit("updateUser", { user });
    return user;
  }
  if (!said) await takeBackUser(user.id, identity, setup);
  throw new ConfigError(
    `Cannot store the field "${lost}" of a new user: the adapter does not have it. Add it to \`userFields\` of the adapter, or a ` +
      "column to its table of users",
  );
}

/** What the provider says already, by the names of the fields. */
export function knownOf({ user }: Pick<Identity, "user">, { names }: SignUpRules): Typed {
  const said: Readonly<Record<string, unknown>> = { ...user };
  return Object.fromEntries(names.flatMap((name) => {
    const value = said[name];
    return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [];
  }));
}

/** The question that this browser holds; `null` if there is none. */
export async function readSignUp(incoming: Incoming, setup: Setup): Promise<SignUpQuestion | null> {
  return await readQuestion<SignUpQuestion>(incoming, "sign up", setup);
}

/** Leads to the page that asks. It says what is taken: then a form counts, or names could be tried without end. */
async function askCounted(
  identity: Identity,
  asked: { readonly ending: Ending; readonly owner: string | null },
  rules: SignUpRules,
  setup: Setup,
): Promise<Outcome> {
  const again = () => ask(identity, asked, setup);
  if (!identity.typed || !tellsOf(identity.typed, rules)) return await again();
  const attempted = { kind: "signUp", provider: identity.account.provider } as const;
  return await setup.limits.attempt(attempted, asked.ending.incoming, again);
}

/** Leads to the page that asks. */
async function ask(
  proven: Identity,
  { ending: { incoming, returnTo, intent, provenAt }, owner }: {
    readonly ending: Ending;
    readonly owner: string | null;
  },
  setup: Setup,
): Promise<Outcome> {
  const now = setup.platform.now();
  const { asked = { name: toBase64Url(setup.platform.random(12)), at: now } } = proven;
  const identity = { ...proven, asked };
  const maxAge = Math.max(0, QUESTION_MAX_AGE - Math.floor((now - asked.at) / 1000));
  const question: SignUpQuestion = {
    identity,
    returnTo,
    intent,
    ...(provenAt !== undefined && { provenAt }),
    ...(owner !== null && { owner }),
  };
  const store = (each: SignUpQuestion) =>
    storeQuestion(each, { incoming, purpose: "sign up", maxAge }, setup);
  // What was typed may be too long: then the form is empty again.
  const stored = await store(question) ??
    (identity.typed ? await store({ ...question, identity: { ...identity, typed: {} } }) : null);
  if (!stored) {
    throw new ServerError(
      "Cannot ask a new user: their tokens and profile are too large for a cookie. Leave out of `account()` and `profile()` of the " +
        "provider what you don't need",
      { provider: identity.account.provider },
    );
  }
  const error = identity.typed ? "InvalidField" : null;
  const params = { error, ...(setup.pages.finishSignUp && { question: asked.name, callbackUrl: returnTo }) };
  return {
    redirect: toPage("finishSignUp", params, incoming, setup, intent.locales ?? null),
    cookies: stored.cookies,
  };
}

/**
 * Asks the application whether a person may sign up.
 *
 * @returns `null` if they may; the URL where they go instead if the application returns one.
 * @throws {AccessDenied} if they may not.
 */
async function assertMaySignUp(identity: Identity, { allow }: SignUpRules): Promise<string | null> {
  const { user, account, profile, data, emailIsVerified } = identity;
  const isProven = emailIsVerified || ACCOUNT_TYPES[account.type].proves === "mailbox";
  const email = isProven ? addressOf(identity) : null;
  return await judge(
    () =>
      typeof allow === "boolean"
        ? allow
        : allow({ email, user, account, ...(profile && { profile }), ...(data && { data }) }),
    "Cannot sign up: `SignUp({ allow })` did not return `true`",
  );
}
