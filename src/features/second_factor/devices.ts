/**
 * Devices on which sign-ins need no second step for some time. The browser has a random token for each user in a sealed cookie;
 * the row of the user has its hash.
 *
 * @module
 */

import { timingSafeEqual, toBase64Url } from "../../crypto/bytes.ts";
import { parseDevice, toDeviceText } from "../../http/device.ts";
import { sha256, shortHash } from "../../crypto/hash.ts";
import { rulesOf } from "./rules.ts";
import { seal } from "../../crypto/seal.ts";
import { openCookie } from "../../http/sealed_cookie.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";

/** A remembered device, as its row has it. */
interface RememberedDevice {
  /** Hash of its token. */
  readonly hash: string;
  /** Browser and system, as `toDeviceText` writes them; `null` if unknown. */
  readonly device: string | null;
  /** When it was remembered, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Until when, in milliseconds since the epoch. */
  readonly expires: number;
}

/** How many devices of one user are remembered: the newest ones. */
const MOST_DEVICES = 10;

/** How many users of one device are remembered: the newest ones. */
const MOST_USERS = 5;

/** The tokens in a cookie, by the hash of the user's id, the oldest first. */
type Tokens = readonly (readonly [user: string, token: string])[];

/** The devices of a row that are still remembered: no longer than the application says now. */
export function devicesOf(
  { devices }: Pick<AdapterSecondFactor, "devices">,
  setup: Pick<Setup, "platform" | "rules">,
): readonly RememberedDevice[] {
  const { rememberFor } = rulesOf(setup);
  const list = devices ? JSON.parse(devices) as readonly RememberedDevice[] : [];
  return list
    .map((each) => ({ ...each, expires: Math.min(each.expires, each.createdAt + rememberFor) }))
    .filter(({ expires }) => expires > setup.platform.now());
}

/** A list of devices as a row has it. */
export function toDevices(devices: readonly RememberedDevice[]): string | null {
  return devices.length ? JSON.stringify(devices.slice(-MOST_DEVICES)) : null;
}

/** The device of a request, if it is remembered for a user; `null` if not. */
export async function findDevice(
  row: AdapterSecondFactor,
  incoming: Incoming,
  setup: Setup,
): Promise<RememberedDevice | null> {
  const devices = devicesOf(row, setup);
  if (!devices.length) return null;
  const user = await userKey(row.userId);
  const token = (await readTokens(incoming, setup)).find(([key]) => key === user)?.[1];
  if (token === undefined) return null;
  const hash = await hashOf(token, row.userId);
  return devices.find((each) => timingSafeEqual(each.hash, hash)) ?? null;
}

/** A device that is to be remembered: what its row gets, and its cookie. */
interface NewDevice {
  /** For the row. */
  readonly device: RememberedDevice;
  /** For the browser. */
  readonly cookies: readonly SetCookie[];
}

/** Makes the token of a device. */
export async function rememberDevice(
  userId: string,
  incoming: Incoming,
  setup: Setup,
): Promise<NewDevice> {
  const { platform, cookies: { rememberedDevice: { name, options } } } = setup;
  const { rememberFor } = rulesOf(setup);
  const token = toBase64Url(platform.random(32));
  const user = await userKey(userId);
  const others = (await readTokens(incoming, setup)).filter(([key]) => key !== user);
  const tokens: Tokens = [...others, [user, token] as const].slice(-MOST_USERS);
  const maxAge = Math.floor(rememberFor / 1000);
  const value = await seal({ tokens }, { purpose: "remembered device", maxAge }, setup);
  const now = platform.now();
  const parsed = parseDevice(incoming.headers.get("user-agent"));
  return {
    device: {
      hash: await hashOf(token, userId),
      device: parsed && toDeviceText(parsed),
      createdAt: now,
      expires: now + rememberFor,
    },
    cookies: [{ name, value, options: { ...options, maxAge } }],
  };
}

async function readTokens({ cookies }: Incoming, setup: Setup): Promise<Tokens> {
  const { rememberedDevice } = setup.cookies;
  return (await openCookie<{ tokens: Tokens }>(cookies, rememberedDevice, "remembered device", setup))
    ?.tokens ??
    [];
}

/** The hash has the id of the user, so a token counts only for that user, even if an attacker copies rows of the database. */
async function hashOf(token: string, userId: string): Promise<string> {
  return toBase64Url(await sha256(`${token} ${userId}`));
}

async function userKey(userId: string): Promise<string> {
  return await shortHash(String(userId));
}
