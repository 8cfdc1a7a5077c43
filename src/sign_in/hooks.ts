/**
 * Runs the hooks of capabilities: their steps in a sign-in and in a change.
 *
 * @module
 */

import type { AccountSection } from "../setup/account_section.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Identity } from "../model/identity.ts";
import type { SealedKind } from "../model/sealed_rows.ts";
import type { Happened } from "../setup/happened.ts";
import type { Notice } from "../setup/notice.ts";
import type { BeganSession, EndedSessions, KnownSignIn, Setup } from "../setup/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { SignedInUser } from "../setup/user_update.ts";
import type { SetCookie } from "../values/cookie.ts";
import { persist } from "./persist.ts";

/** Dependencies of these functions. */
type HooksContext = Pick<Setup, "capabilities">;

/** Runs the steps of capabilities before the first write. Returns an answer, or the identity to go on with. */
export async function beforeWrites(
  proven: Identity,
  known: KnownSignIn,
  setup: Setup,
): Promise<Outcome | Identity> {
  let identity = proven;
  for (const code of setup.capabilities) {
    const next = await code.beforeWrites?.(identity, known, setup) ?? identity;
    if (!("account" in next)) return next;
    identity = next;
  }
  return identity;
}

/**
 * Runs the steps of capabilities between a user who is known and a session that begins.
 *
 * @returns The generation in which the session begins; `undefined` if it has not changed.
 */
export async function beforeSession(
  identity: Identity,
  user: { readonly id: string },
  setup: Setup,
): Promise<number | undefined> {
  let generation: number | undefined;
  for (const code of setup.capabilities) {
    generation = await code.beforeSession?.(identity, user, setup) ?? generation;
  }
  return generation;
}

/** Lets capabilities change the user who has signed in with an account, before the session begins. Returns the user as stored now. */
export async function signedInUser(
  identity: Identity,
  stored: AdapterUser,
  signedIn: SignedInUser,
  setup: Setup,
): Promise<AdapterUser> {
  let user = stored;
  for (const code of setup.capabilities) {
    user = await code.updateUser?.(identity, user, signedIn, setup) ?? user;
  }
  return user;
}

/** The cookies of capabilities that belong to a session that has begun. */
export async function sessionCookies(
  began: BeganSession,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const cookies: SetCookie[] = [];
  for (const code of setup.capabilities) {
    // Each must fit beside those of the others.
    const beside = [...began.cookies, ...cookies];
    cookies.push(...await code.sessionCookies?.({ ...began, cookies: beside }, incoming, setup) ?? []);
  }
  return cookies;
}

/** The sections of the account page that capabilities bring. */
export async function accountSections(setup: HooksContext): Promise<readonly AccountSection<Setup>[]> {
  return await Promise.all([...setup.capabilities].flatMap(({ account }) => account?.() ?? []));
}

/** Runs the steps of capabilities after new credentials. */
export async function afterCredentialsChange(
  userId: string,
  setup: Pick<Setup, "capabilities" | "rules">,
): Promise<void> {
  for (const code of setup.capabilities) await code.afterCredentialsChange?.(userId, setup);
}

/** Runs the steps of capabilities after a passkey was removed. */
export async function afterRemoval(userId: string, setup: Setup): Promise<void> {
  for (const code of setup.capabilities) await persist(() => code.afterRemoval?.(userId, setup));
}

/** Runs the steps of capabilities before all sessions of a user end, but for one at most. Neither it nor its result rejects. */
export async function beforeSessionsEnd(
  userId: string,
  setup: Pick<Setup, "capabilities" | "rules" | "logger" | "strategy">,
): Promise<EndedSessions> {
  const steps: EndedSessions[] = [];
  for (const code of setup.capabilities) {
    if (code.beforeSessionsEnd) steps.push(await code.beforeSessionsEnd(userId, setup));
  }
  return async (kept) => {
    for (const step of steps) await step(kept);
  };
}

/** The kinds of sealed rows of a config. */
export async function sealedKinds(setup: HooksContext): Promise<readonly SealedKind<Setup>[]> {
  const loads = [...setup.capabilities].flatMap(({ sealed = [] }) => sealed);
  return await Promise.all(loads.map((load) => load()));
}

/** Tells a user by email what has happened to their account, if the application can send emails, and keeps it. Never rejects. */
export async function notify(notice: Notice, incoming: Incoming, setup: Setup): Promise<void> {
  const { purpose: type, userId, way, isOfStaff, to, former } = notice;
  // Of several emails about one event, one goes to the address that the user has.
  if (to === undefined && former === undefined) {
    await record({ type, userId, way, isOfStaff }, incoming, setup);
  }
  for (const code of setup.capabilities) await code.notify?.(notice, incoming, setup);
}

/** Lets capabilities keep what a user has done, or what someone has tried in their name. Never rejects. */
export async function record(happened: Happened, incoming: Incoming, setup: Setup): Promise<void> {
  for (const code of setup.capabilities) await code.record?.(happened, incoming, setup);
}
