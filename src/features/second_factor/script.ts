/**
 * Responses to scripts, and to the application's own code.
 *
 * @module
 */

import { isFromScript } from "../../http/incoming.ts";
import type { Incoming } from "../../http/types.ts";

/** Whether the response is JSON instead of a page. */
export function wantsJson(incoming: Incoming): boolean {
  return isFromScript(incoming) || /\bapplication\/json\b/.test(incoming.headers.get("accept") ?? "");
}
