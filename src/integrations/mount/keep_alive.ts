/**
 * Requests whose client goes away.
 *
 * @module
 */

import { watchGoingOn } from "../../platform/going_on.ts";

/**
 * Lets the work of a request end after its client has gone, where the platform ends the request then, as Workers do: what it has
 * begun is stored, such as renewed tokens, and no other request waits for what never ends. So does an email that is slow to leave.
 *
 * @param contextOf Reads the context of the platform. May throw: this one has none.
 */
export async function keepAlive<T>(work: Promise<T>, contextOf: () => unknown): Promise<T> {
  const ended = watchGoingOn();
  try {
    const context = Object(contextOf()) as { waitUntil?(promise: Promise<unknown>): void };
    context.waitUntil?.(work.then(ended, ended));
  } catch {
    // Another platform, which ends no request.
  }
  return await work;
}
