/**
 * Where a request comes from, as the application says it.
 *
 * @module
 */

import { ServerError } from "../errors/errors.ts";
import { toRequest } from "../http/incoming.ts";
import type { Incoming } from "../http/types.ts";
import { within } from "../platform/platform.ts";
import type { Setup } from "../setup/setup.ts";
import { toPrintableName } from "../values/printable_name.ts";

/** How long the application may look for it, in milliseconds. */
const TIMEOUT = 2000;

/** Returns the name of the place that `location` of the config has, without what was typed; `null` if it has none, or fails. */
export async function locationOf(
  incoming: Incoming,
  { location, logger, platform }: Pick<Setup, "location" | "logger" | "platform">,
): Promise<string | null> {
  if (!location) return null;
  try {
    const request = toRequest({ ...incoming, body: undefined });
    const place: unknown = await within(TIMEOUT, platform, async () => await location(request));
    return typeof place === "string" ? toPrintableName(place) : null;
  } catch (error) {
    logger.error(new ServerError("Cannot ask `location`: it failed", { err: error as Error }));
    return null;
  }
}
