/**
 * Anonymous users who sign up, or sign in to another user.
 *
 * @module
 */

import type { Incoming } from "../../http/types.ts";
import type { PassingUser } from "../../setup/passing_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { heldSession } from "../../sign_in/intent.ts";
import { persist } from "../../sign_in/persist.ts";
import type { User } from "../../values/types.ts";
import { rulesOf } from "./options.ts";
import { type SigningUp, signUp, takeBack } from "./sign_up.ts";
import { type Anonymous, claim, findAnonymous, release } from "./stored.ts";

/** The anonymous user of the session of a request. */
export async function passingUser(incoming: Incoming, setup: Setup): Promise<PassingUser | null> {
  const rules = rulesOf(setup);
  const userId = (await heldSession(incoming, setup))?.userId ?? null;
  const found = userId === null ? null : await findAnonymous(userId, rules);
  // A session check may take a while to notice that another process has ended it.
  const isLive = async () => await setup.sessions.isLive(incoming.cookies);
  if (!found || !await isLive()) return null;
  const { user, row } = found;
  let signedUp: SigningUp | null = null;
  return {
    userId: row.userId,
    async become(proposed, identity) {
      const claimed = await isLive() ? await claim(row, rules) : null;
      if (!claimed) return null;
      const signingUp = { user, row: claimed, proposed, identity };
      const known = await signUp(signingUp, setup);
      signedUp = signingUp;
      return known;
    },
    get takeBack() {
      const own = signedUp;
      return own ? () => takeBack(own, setup) : undefined;
    },
    asVisitor: (each) => toVisitor(each, setup),
    async leaveTo(to, isNewUser) {
      try {
        if (String(to.id) === row.userId) {
          await persist(() => rules.store.rows.remove("anonymousUsers", { userId: row.userId }));
        } else if (!isNewUser) await merge(found, to, setup);
      } catch (error) {
        setup.logger.error(error as Error);
      }
    },
  };
}

/** What the sign-in page would say about the session. */
const OF_SESSION: Readonly<Record<string, string | undefined>> = {
  link: "true",
  only: "own",
  error: "SessionNotFresh",
};

function toVisitor(incoming: Incoming, { cookies: { sessionToken } }: Setup): Incoming {
  const { name } = sessionToken;
  const others = [...incoming.cookies].filter(([each]) => each !== name && !each.startsWith(`${name}.`));
  const query = [...incoming.query].filter(([each, value]) => OF_SESSION[each] !== value);
  return { ...incoming, cookies: new Map(others), query: new URLSearchParams(query) };
}

/** Tells the application that an anonymous user has signed in to another one, unless somebody has signed them up since they were found. */
async function merge({ user, row }: Anonymous, to: User & { readonly id: string }, setup: Setup) {
  const rules = rulesOf(setup);
  const claimed = await claim(row, rules, { forCode: true });
  if (!claimed) return;
  // A copy of the cookie must not merge them again. What they have is moved even so.
  await endSessions(row.userId, setup).catch(setup.logger.error);
  await setup.emit("anonymousMerged", { anonymous: user, user: to });
  await persist(() => release(claimed, rules));
}
