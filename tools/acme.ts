/**
 * The application whose pages the pictures and the gallery of the documentation show: Acme, and Ada, who has used it for months.
 *
 * @module
 */

import { AccountPage } from "../src/features/account_page/account_page.ts";
import { Memory } from "../src/adapters/memory/memory.ts";
import { all } from "../src/messages/languages.ts";
import type { AuthConfig } from "../src/model/auth_config.ts";
import { Apple } from "../src/providers/apple.ts";
import { GitHub } from "../src/providers/github.ts";
import { Google } from "../src/providers/google.ts";
import { Passkey } from "../src/providers/passkey.ts";
import { Resend } from "../src/providers/resend.ts";

/** The user. */
export const ADA = { id: "ada", name: "Ada Lovelace", email: "ada@acme.example", emailVerified: new Date() };

const DAY = 86_400_000;

const credentials = { clientId: "a-client", clientSecret: "a-secret" };

/** The settings of an application with all that the pages can show at once. */
export const settings = {
  features: [AccountPage()],
  secret: "a-secret-of-forty-characters-for-pictures",
  trustHost: true,
  languages: all,
  providers: [
    Resend({ apiKey: "a-key", from: "Acme <hello@acme.example>" }),
    Passkey(),
    GitHub(credentials),
    Google(credentials),
    Apple(credentials),
  ],
  theme: {
    name: "Acme",
    brandColor: "#4f46e5",
    links: { terms: "/terms", privacy: "/privacy", support: "/help" },
  },
  logger: { warn() {}, error() {} },
} satisfies AuthConfig;

/** A database with a user as it is after some months. */
export async function storedUser(): Promise<ReturnType<typeof Memory>> {
  const adapter = Memory();
  const ago = (days: number) => new Date(Date.now() - days * DAY);
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
      expires: new Date(Date.now() + 20 * DAY),
      createdAt: ago(days + 20),
      usedAt: ago(days),
      device,
    });
  }
  return adapter;
}
