/**
 * The functions of administration by their names, and what the log has of them.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ConfigError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import type { ActivityChanges } from "../../shapes/activity_log.ts";
import type { AdministrationOperation } from "../../shapes/administration.ts";
import { isStorable } from "../../values/storable.ts";
import { findBan } from "./ban.ts";
import { banUser, unbanUser } from "./bans.ts";
import { changes } from "./guard.ts";
import { createSession } from "./create_session.ts";
import { importUsers } from "./import_users.ts";
import { listActions } from "./list_actions.ts";
import { listUsers } from "./list_users.ts";
import { logged, LONGEST_REASON } from "./log.ts";
import type { LoggedAction } from "./log_types.ts";
import { resetSecondFactor, sendPasswordReset } from "./recovery.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";
import {
  type By,
  createUser,
  findUser,
  getUser,
  type Operation,
  removeUser,
  toId,
  updateUser,
} from "./users.ts";

/** What they do. */
const OPERATIONS: { readonly [Name in AdministrationOperation]: Operation<Name> } = {
  listUsers,
  getUser,
  createUser,
  updateUser,
  removeUser,
  banUser,
  unbanUser,
  listSessions,
  endSession,
  endSessions,
  resetSecondFactor,
  sendPasswordReset,
  listActions,
};

/** The name of a function. @throws {ConfigError} if there is none. */
export function toOperation(name: string): AdministrationOperation {
  if (Object.hasOwn(OPERATIONS, name)) return name as AdministrationOperation;
  throw new ConfigError(`Cannot call "administration.${name}": no function has this name`);
}

/** Does the same for code outside of requests, which may do more. */
export async function operateOutside(
  name: string,
  params: readonly unknown[],
  setup: Setup,
): Promise<unknown> {
  const by = { setup, actorId: null };
  if (name === "createSession") return await change(name, createSession, params, by);
  if (name === "importUsers") return await importUsers(params[0], reasonOf(params[1], name), by);
  return await operate(toOperation(name), params, by);
}

/** Does what a function is for. The log has each change. @throws what the function throws. */
export async function operate(
  name: AdministrationOperation,
  params: readonly unknown[],
  by: By,
): Promise<unknown> {
  const work = OPERATIONS[name];
  return await (changes(name) ? change(name as LoggedAction, work, params, by) : work(params, by));
}

/** Does what changes something. */
async function change(
  name: LoggedAction,
  work: (params: readonly unknown[], by: By) => unknown,
  params: readonly unknown[],
  by: By,
): Promise<unknown> {
  const reason = reasonOf(params[TERMS[name] ?? 1], name);
  const isNew = name === "createUser";
  const user = isNew ? null : await findUser(params[0], by.setup);
  const userId = user ? String(user.id) : isNew ? null : toId(params[0]);
  const act = {
    ...{ action: name, userId, reason },
    changes: user && await CHANGES[name]?.(user, params, by) || null,
  };
  const createdOf = (created: unknown) => String((created as AdapterUser).id);
  return await logged(
    act,
    { by, ...isNew && { createdOf } },
    async () => await work(params, by),
  );
}

/** Which parameter has the reason, where it is not the second. */
const TERMS: Readonly<Partial<Record<LoggedAction, number>>> = { updateUser: 2, endSession: 2 };

/** The reason for a change. @throws {ConfigError} if it is no text, or too long. */
function reasonOf(terms: unknown, name: string): string | null {
  if (typeof terms === "string") {
    throw new ConfigError(`Cannot call \`administration.${name}\`: write \`{ reason: "…" }\``);
  }
  const { reason = null }: { readonly reason?: unknown } = Object(terms);
  const isText = typeof reason === "string" && reason.length <= LONGEST_REASON && isStorable(reason);
  if (reason === null || isText) return (reason as string | null)?.trim() || null;
  throw new ConfigError(
    `Cannot call \`administration.${name}\`: write \`reason\` as a text of at most ${LONGEST_REASON} characters`,
  );
}

/** What a function changes, before it does. */
type ChangesOf = (
  user: AdapterUser,
  params: readonly unknown[],
  by: By,
) => Promise<ActivityChanges> | ActivityChanges;

const CHANGES: Readonly<Partial<Record<LoggedAction, ChangesOf>>> = {
  updateUser: (user, [, fields]) =>
    Object.fromEntries(
      Object.entries(Object(fields)).filter(([, value]) => value !== undefined).map(([name, value]) => [
        name,
        PERSONAL.includes(name) ? null : [toKept(user[name as keyof AdapterUser]), toKept(value)],
      ]),
    ),
  async banUser(user, [, ban], { setup }) {
    const before = await findBan(String(user.id), setup);
    return { until: [toKept(before?.until), toKept(Object(ban).until)] };
  },
};

/** The fields whose values the log of staff does not have: it outlives the user. */
const PERSONAL: readonly string[] = ["name", "image"];

/** The longest text of a value, in characters. */
const LONGEST_TEXT = 500;

/** A value as JSON has it; `null` if the log cannot have it. */
function toKept(value: unknown): unknown {
  const json = JSON.stringify(value ?? null, (_, each) => typeof each === "bigint" ? String(each) : each) ??
    "null";
  return json.length <= LONGEST_TEXT && !json.includes("\\u0000") && isStorable(json)
    ? JSON.parse(json)
    : null;
}
