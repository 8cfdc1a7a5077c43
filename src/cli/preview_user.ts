/**
 * The user whom the pages of a preview show: Ada, who has used the application for months.
 *
 * @module
 */

import { Memory } from "../adapters/memory/memory.ts";
import { webPlatform } from "../platform/platform.ts";

/** The user. */
export const ADA = {
  id: "ada",
  name: "Ada Lovelace",
  email: "ada@acme.example",
  emailVerified: new Date(webPlatform.now()),
};

const DAY = 86_400_000;

/** A database in memory, with the user as they are after some months. */
export async function storedUser(): Promise<ReturnType<typeof Memory>> {
  const adapter = Memory();
  const ago = (days: number) => new Date(webPlatform.now() - days * DAY);
  await adapter.createUser(ADA);
  for (const [provider, days] of [["github", 210], ["google", 96]] as const) {
    await adapter.linkAccount({
      provider,
      providerAccountId: provider,
      type: "oauth",
      userId: ADA.id,
      label: ADA.email,
      createdAt: ago(days),
    });
  }
  // A phone shares its passkeys with other devices, a security key keeps them.
  for (
    const [name, days, used, isSynced] of [["iPhone", 40, 1, true], ["YubiKey 5C", 12, 12, false]] as const
  ) {
    // As browsers have them, in base64url.
    const credentialID = btoa(name).replaceAll("=", "");
    await adapter.linkAccount({
      provider: "passkey",
      providerAccountId: credentialID,
      type: "webauthn",
      userId: ADA.id,
    });
    await adapter.createAuthenticator({
      credentialID,
      userId: ADA.id,
      providerAccountId: credentialID,
      credentialPublicKey: "AA==",
      counter: 0,
      credentialDeviceType: isSynced ? "multiDevice" : "singleDevice",
      credentialBackedUp: isSynced,
      name,
      createdAt: ago(days),
      usedAt: ago(used),
    });
  }
  for (const [device, days] of [["Safari on iPhone", 1], ["Firefox on Windows", 6]] as const) {
    await adapter.createSession({
      sessionToken: `sha256:${device}`,
      userId: ADA.id,
      expires: ago(-20),
      createdAt: ago(days + 20),
      usedAt: ago(days),
      device,
    });
  }
  return adapter;
}
