/**
 * The name of a device in the language of a user.
 *
 * @module
 */

import type { Device } from "../values/device.ts";
import { fillText } from "../messages/fill.ts";
import type { Messages } from "../messages/types.ts";

/** Returns its name: `Firefox on Windows`, or the part of it that is known. */
export function deviceName(
  { browser, system }: Device,
  { device }: Pick<Messages["general"], "device">,
): string {
  return browser && system ? fillText(device, { browser, system }) : browser ?? system ?? "";
}
