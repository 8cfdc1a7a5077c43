/**
 * Second factors outside of requests: staff reset one, and a script imports those of another library.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { parseRequest } from "../../http/incoming.ts";
import { changeSecondFactor, removeSecondFactors } from "../../model/second_factor.ts";
import { storedId } from "../../session/stored_id.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { beforeSessionsEnd, notify } from "../../sign_in/hooks.ts";
import type { OutsideSecondFactor } from "../../shapes/second_factor.ts";
import { isStorable } from "../../values/storable.ts";
import { toNotice } from "./mails.ts";
import { sealTotpSecret } from "./prove.ts";
import { rulesOf } from "./rules.ts";
import { isOnFor } from "./stored.ts";
import { stepAt } from "./totp.ts";

/** Removes the second factors of a user, and ends their sessions. */
export const reset: OutsideCall<Setup> = async (params, setup) => {
  const [id] = params as Parameters<OutsideSecondFactor["reset"]>;
  const { origin, basePath } = setup;
  if (origin === undefined) {
    throw new ConfigError("Cannot reset a second factor: set `url`, which the mail to the user links to");
  }
  if (!isStorable(String(id))) return false;
  const stored = await storedId(id, setup.store);
  // The factor of a user who is gone is removed as well.
  const userId = stored ?? id;
  const forget = await beforeSessionsEnd(userId, setup);
  const endSessions = async () => {
    await setup.generations?.raise(userId);
    await setup.store?.deleteSessionsByUserId?.(userId);
    return true;
  };
  // Before as well: none goes on at level 2 if the second time fails.
  const isRemoved = await removeSecondFactors(userId, rulesOf(setup), endSessions);
  // A thief may have turned the factor off: their sessions end all the same.
  if (!isRemoved && stored === null) return false;
  try {
    await endSessions();
    await forget(null);
  } finally {
    // It is removed, whatever fails afterwards: a second call finds nothing to tell the user about.
    if (isRemoved) {
      const incoming = await parseRequest(new Request(`${origin}${basePath}/second-factor`), basePath, setup);
      await notify(toNotice("secondFactorReset", userId, setup), incoming, setup);
    }
  }
  return isRemoved;
};

/** Whether a user has turned it on. */
export const isOnOf: OutsideCall<Setup> = async (params, setup) => {
  const [userId] = params as Parameters<OutsideSecondFactor["isOn"]>;
  return await isOnFor(userId, setup);
};

/** Turns on the second factor of a user whom the database has, with the app of another library. */
export const importApp: OutsideCall<Setup> = async (params, setup) => {
  const [{ userId: id, secret: written, lastStep, enabledAt }] = params as Parameters<
    OutsideSecondFactor["import"]
  >;
  const now = setup.platform.now();
  // Rows of SQL have `null` where there is none.
  const [step, since] = [lastStep ?? 0, enabledAt ?? new Date(now)];
  const secret = String(written).toUpperCase().replace(/[\s=-]/g, "");
  const assert = (isRight: boolean, how: string) => {
    if (!isRight) throw new ConfigError(`Cannot import the second factor of user "${id}": ${how}`);
  };
  assert(/^[A-Z2-7]{16,104}$/.test(secret), "write its secret in base32, with 16 to 104 letters and digits");
  assert(
    Number.isInteger(step) && step >= 0 && step <= stepAt(now) + 1,
    "write `lastStep` as the seconds since the epoch divided by 30, rounded down, or leave it out",
  );
  assert(
    Number(since) <= now && since instanceof Date,
    "write `enabledAt` as a date that has been, or leave it out",
  );
  const rules = rulesOf(setup);
  // A row without its user would belong to whoever gets the id.
  const userId = await storedId(id, rules.store);
  if (userId === null) return false;
  const totpSecret = await sealTotpSecret({ userId, secret }, setup);
  // At least 1: the user has confirmed it elsewhere, so that the mailbox does not suffice to remove it.
  const app = {
    totpSecret,
    totpStep: Math.max(1, step),
    enabledAt: since,
  };
  const imported = await changeSecondFactor(
    userId,
    ({ enabledAt: isOn }) => isOn ? null : { ...app, recoveryCodes: null },
    rules,
  );
  return imported !== null;
};
