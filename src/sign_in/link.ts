/**
 * Asks a user who is signed in and proves another identity: link its account, or sign in with it instead? A sealed cookie
 * keeps the identity until the answer comes.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import { open, seal } from "../crypto/seal.ts";
import { InvalidCheck, OAuthAccountNotLinked } from "../errors.ts";
import { readChunked, removeChunked, writeChunked } from "../http/cookies.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import { localesParam } from "../http/ui_locales.ts";
import { pageUrl } from "../http/urls.ts";
import type { Identity } from "../identity.ts";
import type { TokenSet } from "../types.ts";
import { type Ending, findUserSession, NO_INTENT } from "./intent.ts";

/** A question to the user, in its sealed cookie. */
export interface LinkQuestion {
  /** The proven identity. */
  readonly identity: Identity;
  /** Absolute URL where the user goes after the sign-in. */
  readonly returnTo: string;
  /** Id of the user who is asked. */
  readonly userId: string;
  /** When they signed in, in milliseconds since the epoch; `null` if unknown. Only this session may answer. */
  readonly signedInAt: number | null;
  /** Whether the user may sign in with the identity instead. Not with a passkey that was made for this user. */
  readonly canSwitch: boolean;
}

/** The answer of the user. */
export interface LinkAnswer {
  /** The question. */
  readonly question: LinkQuestion;
  /** How to complete the sign-in; `null` if the user cancels it. */
  readonly ending: Ending | null;
  /** Cookies that remove the question. */
  readonly consumed: readonly SetCookie[];
}

/** Lifetime of a question, in seconds. */
const QUESTION_MAX_AGE = 600;

/** Limit of all cookies together, in bytes: servers refuse headers of more than 16 KB. */
const MAX_COOKIES = 12_000;

/** Sends the user to the page that asks. @throws {OAuthAccountNotLinked} if the identity is too large for a cookie. */
export async function askToLink(
  identity: Identity,
  { user, incoming, returnTo, intent }: Ending & { readonly user: AdapterUser },
  setup: Setup,
): Promise<Outcome> {
  const canSwitch = !identity.authenticator || identity.authenticator.userId === null;
  const signedInAt = (await findUserSession(incoming, setup))?.signedInAt ?? null;
  const question: LinkQuestion = { identity, returnTo, userId: user.id, signedInAt, canSwitch };
  const cookies = await storeQuestion(question, incoming, setup);
  const params = {
    provider: identity.account.provider,
    callbackUrl: returnTo,
    ...localesParam(incoming, intent.locales),
  };
  return { redirect: pageUrl("link", { origin: incoming.origin, params }, setup), cookies };
}

/**
 * Parses the question that this browser holds for the current user.
 *
 * @throws {InvalidCheck} if there is none, or it is too old or for another session.
 */
export async function parseLinkQuestion(incoming: Incoming, setup: Setup): Promise<LinkQuestion> {
  const sealed = readChunked(incoming.cookies, setup.cookies.link.name);
  const question = sealed ? await open<SealedQuestion>(sealed, "link", setup) : null;
  const current = question && await findUserSession(incoming, setup);
  if (
    question && current?.userId === question.userId && current.signedInAt === question.signedInAt
  ) return unpack(question);
  throw new InvalidCheck(
    "Cannot link an account: no account waits to be linked for the user who is signed in",
  );
}

/**
 * Parses the answer to the question.
 *
 * @throws {InvalidCheck} as `parseLinkQuestion`, and if `choice` is not valid.
 */
export async function parseLinkAnswer(incoming: Incoming, setup: Setup): Promise<LinkAnswer> {
  const question = await parseLinkQuestion(incoming, setup);
  const { userId, returnTo, canSwitch } = question;
  const consumed = removeChunked(incoming.cookies, setup.cookies.link);
  const choice = incoming.body?.choice;
  if (choice === "cancel") return { question, ending: null, consumed };
  if (choice !== "link" && !(choice === "switch" && canSwitch)) {
    throw new InvalidCheck(`Cannot link an account: \`choice\` is not "link", "switch" or "cancel"`);
  }
  const intent = choice === "link" ? { userId, link: "agreed" } as const : NO_INTENT;
  return { question, ending: { incoming, returnTo, intent }, consumed };
}

/** A packed question: tokens that equal those of the account are not repeated. */
interface SealedQuestion extends Omit<LinkQuestion, "identity"> {
  readonly identity: Omit<Identity, "stored"> & {
    readonly stored: TokenSet;
    readonly same: readonly string[];
  };
}

async function storeQuestion(
  question: LinkQuestion,
  { cookies, headers }: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { name, options } = setup.cookies.link;
  const value = await seal(pack(question), { purpose: "link", maxAge: QUESTION_MAX_AGE }, setup);
  const held = headers.get("cookie")?.length ?? 0;
  if (held + value.length <= MAX_COOKIES) {
    return writeChunked(cookies, { name, value, options: { ...options, maxAge: QUESTION_MAX_AGE } });
  }
  throw new OAuthAccountNotLinked(
    "Cannot ask whether to link the account: its tokens and profile are too large for a cookie. Begin the sign-in with " +
      "`link=true` in the form",
    { provider: question.identity.account.provider },
  );
}

function pack({ identity, ...question }: LinkQuestion): SealedQuestion {
  const entries = Object.entries(identity.stored);
  const isSame = ([key, value]: [string, unknown]) => identity.account[key] === value;
  return {
    ...question,
    identity: {
      ...identity,
      stored: Object.fromEntries(entries.filter((entry) => !isSame(entry))),
      same: entries.filter(isSame).map(([key]) => key),
    },
  };
}

function unpack({ identity: { same, stored, ...identity }, ...question }: SealedQuestion): LinkQuestion {
  const repeated = Object.fromEntries(same.map((key) => [key, identity.account[key]]));
  return { ...question, identity: { ...identity, stored: { ...stored, ...repeated } } };
}
