/**
 * The first name of a passkey, which its user may change.
 *
 * @module
 */

import { parseDevice, toDeviceText } from "../../http/device.ts";
import type { Incoming } from "../../http/types.ts";

/**
 * Products that keep passkeys, and their AAGUIDs (WebAuthn §6.5.1) without dashes. Nobody has signed them: they name a row, and decide
 * nothing.
 *
 * @see {@link https://github.com/passkeydeveloper/passkey-authenticator-aaguids | The list that these products are in}
 */
const PRODUCTS: Readonly<Record<string, string>> = {
  "1Password": "bada5566a7aa401fbd9645619a55120d",
  "Apple Passwords": "fbfc3007154e4ecc8c0b6e020557d7bd dd4ec289e01d41c9bb8970fa845d4bf2",
  "Bitwarden": "d548826e79b4db40a3d811116f7e8349",
  "Dashlane": "531126d6e717415c93203d9aa6981239",
  "Enpass": "f38095407f1449c1a8b38f813b225541",
  "Google Password Manager": "ea9b8d664d011d213ce4b6b48cb575d4",
  "KeePassDX": "eaecdef21c3156348639f1cbd9c00a08",
  "KeePassXC": "fdb141b25d84443e8a354698c205a502",
  "Keeper": "0ea242b443c44a1b8b17dd6d0b6baec6",
  "LastPass": "b78a0a556ef8d246a042ba0f6d55050c",
  "Microsoft Password Manager": "d345266801fd4c12926c83a4204853aa",
  "NordPass": "b84e404815dc4dd08640f4f60813c8af",
  "Norton Password Manager": "fa37f553f9b64adbac538bbb57ebdf0d",
  "Proton Pass": "50726f746f6e5061737350726f746f6e",
  "Samsung Pass": "53414d53554e47000000000000000000",
  "Windows Hello":
    "08987058cadc4b81b6e130de50dcbe96 9ddd1817af5a4672a2b93e3dd95000a9 6028b017b1d44c02b4b3afcdafc96bb2",
  "Zoho Vault": "b35a26b28f6e4697ab1dd44db4da28c6",
};

/** Names a new passkey: by what keeps it, else by the device that made it, unless the passkey is on another one. */
export function passkeyName(
  { aaguid, transports }: { readonly aaguid: string | undefined; readonly transports: string | null },
  { headers }: Incoming,
): string | null {
  const id = String(aaguid).replaceAll("-", "");
  const [product] = Object.entries(PRODUCTS).find(([, ids]) => ids.split(" ").includes(id)) ?? [];
  if (product !== undefined) return product;
  const isElsewhere = transports !== null && !transports.split(",").includes("internal");
  const device = isElsewhere ? null : parseDevice(headers.get("user-agent"));
  return device && toDeviceText(device);
}
