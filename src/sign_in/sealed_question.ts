/**
 * A question to the user in the middle of a sign-in: a sealed cookie keeps what they have proven until the answer comes.
 *
 * @module
 */

import { candidatesOf, writeChunked } from "../http/chunked_cookies.ts";
import { type Asked, configNameOf, isOwnQuestion } from "../http/cookie_names.ts";
import { roomFor } from "../http/cookie_room.ts";
import { shortHash } from "../crypto/hash.ts";
import type { Identity } from "../model/identity.ts";
import { openNewest, seal, type SealPurpose } from "../crypto/seal.ts";
import { openCookie } from "../http/sealed_cookie.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import { pack, unpack } from "../values/packed.ts";
import type { TokenSet } from "../values/types.ts";

/** A question. A browser holds one at a time. */
export interface Question {
  /** The proven identity. */
  readonly identity: Identity;
  /** Absolute URL where the user goes after the sign-in. */
  readonly returnTo: string;
}

/** A question that is stored. */
interface StoredQuestion {
  /** Its name: see `nameQuestion`. */
  readonly name: string;
  /** The cookies that keep it. */
  readonly cookies: readonly SetCookie[];
}

/** What a question is about. */
type QuestionPurpose = (typeof PURPOSES)[number];

/** What questions are about. */
const PURPOSES = ["link", "password", "sign up"] as const satisfies readonly SealPurpose[];

/** Lifetime of a question, in seconds. */
export const QUESTION_MAX_AGE = 600;

/** Stores a question; `null` if the identity is too large for a cookie. @param maxAge In seconds. */
export async function storeQuestion(
  question: Question,
  { incoming, purpose, maxAge = QUESTION_MAX_AGE }: {
    readonly incoming: Incoming;
    readonly purpose: QuestionPurpose;
    readonly maxAge?: number;
  },
  setup: Setup,
): Promise<StoredQuestion | null> {
  const { name, options } = setup.cookies.link;
  const packed = pack({ ...shorten(question), of: configNameOf(setup) });
  const sealed = await seal(packed, { purpose, maxAge }, setup);
  if (sealed.length > roomFor(incoming, setup.cookies)) return null;
  const cookie = { name, value: sealed, options: { ...options, maxAge } };
  return { name: await shortHash(sealed), cookies: writeChunked(incoming.cookies, cookie) };
}

/** Reads the question of a purpose that this browser holds; `null` if there is none. */
export async function readQuestion<Q extends Question>(
  { cookies }: Pick<Incoming, "cookies">,
  purpose: QuestionPurpose,
  setup: Setup,
): Promise<Q | null> {
  const packed = await openCookie<Asked>(cookies, setup.cookies.link, purpose, setup);
  if (!packed || !isOwnQuestion(packed, setup)) return null;
  const { of: _, ...question } = unpack<ShortQuestion & Asked>(packed);
  return restore(question) as Q;
}

/**
 * Names the question that this browser holds, for the form that shows it: another tab may put another question in its
 * place, and the answer must not be for that one.
 */
export async function nameQuestion({ cookies }: Pick<Incoming, "cookies">, setup: Setup): Promise<string> {
  const seals = candidatesOf(cookies, setup.cookies.link.name);
  const held = await Promise.all(PURPOSES.map((purpose) => openNewest(seals, purpose, setup)));
  const [[, newest = ""] = []] = held.toSorted(([, , one = 0], [, , other = 0]) => other - one);
  return shortHash(newest);
}

/** A question whose tokens that equal those of the account are not repeated. */
interface ShortQuestion extends Omit<Question, "identity"> {
  readonly identity: Omit<Identity, "stored"> & {
    readonly stored: TokenSet;
    readonly same: readonly string[];
  };
}

function shorten({ identity, ...question }: Question): ShortQuestion {
  const { account, stored } = identity;
  const same = Object.keys(stored).filter((key) => account[key] === stored[key]);
  const others = Object.fromEntries(Object.entries(stored).filter(([key]) => !same.includes(key)));
  return { ...question, identity: { ...identity, stored: others, same } };
}

function restore({ identity: { same, stored, ...identity }, ...question }: ShortQuestion): Question {
  const repeated = Object.fromEntries(same.map((key) => [key, identity.account[key]]));
  return { ...question, identity: { ...identity, stored: { ...stored, ...repeated } } };
}
