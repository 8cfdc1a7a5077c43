/**
 * The question to a user who is signed in and proves another identity: add its account, or sign in with it instead? What
 * was proven waits for the answer in a sealed cookie.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import { open, seal } from "../crypto/seal.ts";
import { InvalidCheck, OAuthAccountNotLinked } from "../errors.ts";
import { readChunked, removeChunked, writeChunked } from "../http/cookies.ts";
import { withParams } from "../http/redirect.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import type { Identity, TokenSet } from "../types.ts";
import { findCurrent, NO_INTENT, type Way } from "./intent.ts";

/** A question that waits for its answer. */
export interface LinkQuestion {
  /** What was proven. */
  readonly identity: Identity;
  /** Where the user goes in the end. */
  readonly returnTo: string;
  /** Id of the user who is asked. */
  readonly userId: string;
  /** When they signed in, milliseconds since the epoch; `null` if that is not known. Another session is not asked. */
  readonly signedInAt: number | null;
  /** Whether the user may sign in with what was proven instead. Not with a passkey that was made for this user. */
  readonly canSwitch: boolean;
}

/** What the user has answered. */
export interface Answer {
  /** What they were asked. */
  readonly question: LinkQuestion;
  /** How the sign-in goes on; `null` if it does not. */
  readonly way: Way | null;
  /** Cookies that remove the question. */
  readonly consumed: readonly SetCookie[];
}

/** How long a question waits, in seconds. */
const MAX_AGE = 600;

/** The most bytes of all cookies together while a question waits: servers refuse headers of more than 16 KB. */
const MAX_COOKIES = 12_000;

/** Sends the user to the page that asks. @throws {OAuthAccountNotLinked} if what was proven is too large to wait. */
export async function askToLink(
  identity: Identity,
  { user, incoming, returnTo }: Pick<Way, "incoming" | "returnTo"> & { readonly user: AdapterUser },
  setup: Setup,
): Promise<Outcome> {
  const canSwitch = !identity.authenticator || identity.authenticator.userId === null;
  const signedInAt = (await findCurrent(incoming, setup))?.signedInAt ?? null;
  const question: LinkQuestion = { identity, returnTo, userId: user.id, signedInAt, canSwitch };
  const cookies = await keepQuestion(question, incoming, setup);
  const page = setup.pages.link ?? `${setup.basePath}/link`;
  const { provider } = identity.account;
  return { redirect: withParams(page, incoming.origin, { provider, callbackUrl: returnTo }), cookies };
}

/**
 * The question that waits in this browser for the user who is signed in.
 *
 * @throws {InvalidCheck} if there is none, or it is for another session or too old.
 */
export async function readQuestion(incoming: Incoming, setup: Setup): Promise<LinkQuestion> {
  const sealed = readChunked(incoming.cookies, setup.cookies.link.name);
  const question = sealed ? await open<Sealed>(sealed, "link", setup) : null;
  const current = question && await findCurrent(incoming, setup);
  if (
    question && current?.userId === question.userId && current.signedInAt === question.signedInAt
  ) return unpack(question);
  throw new InvalidCheck(
    "Cannot link an account: no account waits to be linked for the user who is signed in",
  );
}

/**
 * What the user has answered: how the sign-in goes on, `null` if it does not, and the cookies to remove.
 *
 * @throws {InvalidCheck} as `readQuestion`, and if it is no answer.
 */
export async function readAnswer(incoming: Incoming, setup: Setup): Promise<Answer> {
  const question = await readQuestion(incoming, setup);
  const { userId, returnTo, canSwitch } = question;
  const consumed = removeChunked(incoming.cookies, setup.cookies.link);
  const choice = incoming.body?.choice;
  if (choice === "cancel") return { question, way: null, consumed };
  if (choice !== "link" && !(choice === "switch" && canSwitch)) {
    throw new InvalidCheck(`Cannot link an account: \`choice\` is not "link", "switch" or "cancel"`);
  }
  const intent = choice === "link" ? { userId, link: "agreed" } as const : NO_INTENT;
  return { question, way: { incoming, returnTo, intent }, consumed };
}

/** Tokens that are stored as they came are not written twice. */
interface Sealed extends Omit<LinkQuestion, "identity"> {
  readonly identity: Omit<Identity, "stored"> & {
    readonly stored: TokenSet;
    readonly same: readonly string[];
  };
}

async function keepQuestion(
  question: LinkQuestion,
  { cookies, headers }: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { name, options } = setup.cookies.link;
  const value = await seal(pack(question), { purpose: "link", maxAge: MAX_AGE }, setup);
  const held = headers.get("cookie")?.length ?? 0;
  if (held + value.length <= MAX_COOKIES) {
    return writeChunked(cookies, { name, value, options: { ...options, maxAge: MAX_AGE } });
  }
  throw new OAuthAccountNotLinked(
    "Cannot ask whether to link the account: its tokens and profile are too large for a cookie. Begin the sign-in with " +
      "`link=true` in the form",
    { provider: question.identity.account.provider },
  );
}

function pack({ identity, ...question }: LinkQuestion): Sealed {
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

function unpack({ identity: { same, stored, ...identity }, ...question }: Sealed): LinkQuestion {
  const repeated = Object.fromEntries(same.map((key) => [key, identity.account[key]]));
  return { ...question, identity: { ...identity, stored: { ...stored, ...repeated } } };
}
