/**
 * What staff does for users who have lost what they sign in with.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { parseRequest } from "../../http/incoming.ts";
import type { Incoming } from "../../http/types.ts";
import type { Capability, Setup } from "../../setup/setup.ts";
import { capabilityOf, findCredentialsKeeper } from "../../sign_in/capability.ts";
import { assertNotProtected } from "./rules.ts";
import { type By, findUser, type Operation } from "./users.ts";

/** Removes the second factor of a user. */
export const resetSecondFactor: Operation<"resetSecondFactor"> = async ([id], { setup, actorId }) => {
  const { outside } = [...setup.capabilities].find(({ name }) => name === "secondFactor") ?? {};
  const reset = typeof outside === "object" && outside.reset;
  if (!reset) throw new ConfigError("Cannot reset a second factor: add `SecondFactor()` to `features`");
  const user = await findUser(id, setup);
  if (!user) return false;
  // Who has the password of an administrator must not get the rest from somebody of the staff.
  await assertNotProtected(user, { what: "reset the second factor of", actorId }, setup);
  return await reset([String(user.id)], setup) === true;
};

/** Sends a user the email of "forgot password". */
export const sendPasswordReset: Operation<"sendPasswordReset"> = async ([id], { setup, actorId, client }) => {
  const mailReset = resetOf(setup);
  if (!mailReset) {
    throw new ConfigError("Cannot use passwords: add `Password()` to `providers`");
  }
  const user = await findUser(id, setup);
  return user !== null && await mailReset(user, { incoming: await visitFor(client, setup), actorId }, setup);
};

/** What sends that email; `undefined` where the library keeps no passwords. */
export function resetOf({ providers }: Pick<Setup, "providers">): Capability["mailReset"] {
  const keeper = findCredentialsKeeper(providers);
  return keeper ? capabilityOf(keeper)?.mailReset : undefined;
}

/** Headers that say something about the person who asks: the email is in no language of theirs, and names no device. */
const OF_STAFF = ["accept-language", "content-length", "cookie", "referer", "user-agent"];

/** A request for the form in place of the user: limits count it for whoever has sent it, and it says no language. */
async function visitFor(client: By["client"], setup: Setup): Promise<Incoming> {
  const { origin, basePath } = setup;
  if (origin === undefined) {
    throw new ConfigError(
      "Cannot send an email for a new password: set `url`, which the email to the user links to",
    );
  }
  const url = `${origin}${basePath}/forgot-password`;
  const visit = { ...await parseRequest(new Request(url), basePath, setup), method: "POST", body: {} };
  if (!client) return visit;
  const headers = new Headers([...client.headers].filter(([name]) => !OF_STAFF.includes(name.toLowerCase())));
  return { ...visit, headers, ...(client.received && { received: client.received }) };
}
