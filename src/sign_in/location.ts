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

/** What no place is called with: a proxy may pass on what a stranger has sent, and mail programs make links of it. */
const ODD = /[^\p{L}\p{M}\p{N}\s,.'’()·\u200c\u200d-]/gu;

/** A request, as far as its place is asked for. */
type Located = Pick<Incoming, "url" | "method" | "headers" | "received">;

/** The places of requests, so that the application is asked once for each. */
const found = new WeakMap<Incoming["headers"], Promise<string | null>>();

/** Returns the name of the place that `location` of the config has, without what was typed; `null` if it has none, or fails. */
export async function locationOf(
  incoming: Located,
  setup: Pick<Setup, "location" | "logger" | "platform">,
): Promise<string | null> {
  if (!setup.location) return null;
  const known = found.get(incoming.headers) ?? ask(incoming, setup);
  found.set(incoming.headers, known);
  return await known;
}

async function ask(
  incoming: Located,
  { location, logger, platform }: Pick<Setup, "location" | "logger" | "platform">,
): Promise<string | null> {
  try {
    const request = toRequest({ ...incoming, body: undefined });
    const place: unknown = await within(TIMEOUT, platform, async () => await location!(request));
    // A full stop within a word would be that of a host.
    return typeof place === "string"
      ? toPrintableName(place.replace(ODD, "").replace(/\.(?=\S)/g, ". "))
      : null;
  } catch (error) {
    logger.error(new ServerError("Cannot ask `location`: it failed", { err: error as Error }));
    return null;
  }
}
