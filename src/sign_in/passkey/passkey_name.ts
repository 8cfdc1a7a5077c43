/**
 * The first name of a passkey, which its user may change.
 *
 * @module
 */

import { parseDevice, toDeviceText } from "../../http/device.ts";
import type { Incoming } from "../../http/types.ts";

/**
 * Products that keep passkeys, and how their AAGUIDs begin (WebAuthn §6.5.1), which tells them apart. Nobody has signed these: they
 * name a row, and decide nothing.
 *
 * @see {@link https://github.com/passkeydeveloper/passkey-authenticator-aaguids | The list that these products are in}
 */
const PRODUCTS: Readonly<Record<string, string>> = {
  "1Password": "bada5566",
  "Apple Passwords": "fbfc3007 dd4ec289",
  "Bitwarden": "d548826e",
  "Dashlane": "531126d6",
  "Enpass": "f3809540",
  "Google Password Manager": "ea9b8d66",
  "KeePassDX": "eaecdef2",
  "KeePassXC": "fdb141b2",
  "Keeper": "0ea242b4",
  "LastPass": "b78a0a55",
  "Microsoft Password Manager": "d3452668",
  "NordPass": "b84e4048",
  "Norton Password Manager": "fa37f553",
  "Proton Pass": "50726f74",
  "Samsung Pass": "53414d53",
  "Windows Hello": "08987058 9ddd1817 6028b017",
  "Zoho Vault": "b35a26b2",
};

/** Names a new passkey: by what keeps it, else by the device that made it, unless the passkey is on another one. */
export function passkeyName(
  { aaguid, transports }: { readonly aaguid: string | undefined; readonly transports: string | null },
  { headers }: Incoming,
): string | null {
  const begin = String(aaguid).split("-")[0]!;
  const [product] = Object.entries(PRODUCTS).find(([, begins]) => begins.split(" ").includes(begin)) ?? [];
  if (product !== undefined) return product;
  const isElsewhere = transports !== null && !transports.split(",").includes("internal");
  const device = isElsewhere ? null : parseDevice(headers.get("user-agent"));
  return device && toDeviceText(device);
}
