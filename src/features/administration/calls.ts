/**
 * The functions of administration, in a request and outside.
 *
 * @module
 */

import type { Call, CallResult, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { actAs, stopActing } from "./acting.ts";
import { changes, guard } from "./guard.ts";
import { operate, operateOutside, toOperation } from "./operations.ts";

/** Those that change whose session the browser shows. */
const ACTING: Readonly<Record<string, Call<Setup>>> = { actAs, stopActing };

/** Calls one for the user who is signed in. @throws {AccessDenied} if they may not. */
export async function inRequest(name: string, ...call: Parameters<Call<Setup>>): Promise<CallResult> {
  if (Object.hasOwn(ACTING, name)) return await ACTING[name]!(...call);
  const operation = toOperation(name);
  const [params, visit, setup] = call;
  if (changes(operation)) visit.assertOwn();
  const guarded = await guard({ name: operation, params }, visit, setup);
  if (guarded.lack) return { lack: guarded.lack, cookies: [] };
  const by = { setup, actorId: String(guarded.staff.actor.id), client: visit };
  return { value: await operate(operation, params, by), cookies: [] };
}

/** Calls one for code outside of requests. */
export async function outside(name: string, ...[params, setup]: Parameters<OutsideCall<Setup>>) {
  return await operateOutside(name, params, setup);
}
