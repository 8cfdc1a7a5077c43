/**
 * The application whose pages the pictures and the gallery of the documentation show: Acme, and Ada, who has used it for months.
 *
 * @module
 */

import { AccountPage } from "../src/features/account_page/account_page.ts";
import { all } from "../src/messages/languages.ts";
import type { AuthConfig } from "../src/model/auth_config.ts";
import { Apple } from "../src/providers/apple.ts";
import { GitHub } from "../src/providers/github.ts";
import { Google } from "../src/providers/google.ts";
import { Passkey, PasskeyOffer } from "../src/providers/passkey.ts";
import { Resend } from "../src/providers/resend.ts";

export { ADA, storedUser } from "../src/cli/preview_user.ts";

const credentials = { clientId: "a-client", clientSecret: "a-secret" };

/** The settings of an application with all that the pages can show at once. */
export const settings = {
  features: [AccountPage()],
  secret: "a-secret-of-forty-characters-for-pictures",
  trustHost: true,
  languages: all,
  providers: [
    Resend({ apiKey: "a-key", from: "Acme <hello@acme.example>" }),
    Passkey({ offer: PasskeyOffer() }),
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
