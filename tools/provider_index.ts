/**
 * The text of `docs/providers/README.md`.
 *
 * @module
 */

import type { ProviderConfig } from "../src/model/provider.ts";

/** A section of the index. */
export interface ProviderType {
  /** Type of the providers. */
  readonly type: ProviderConfig["type"];
  /** Heading. */
  readonly heading: string;
  /** What the providers of this type have in common. */
  readonly text: string;
}

/** The sections, in their order. */
export const TYPES: readonly ProviderType[] = [
  {
    type: "oidc",
    heading: "OpenID Connect",
    text: "The endpoints come from discovery, and each ID token is verified with the keys of the provider.",
  },
  { type: "oauth", heading: "OAuth 2", text: "The profile comes from the API of the provider." },
  {
    type: "email",
    heading: "Email",
    text: "An email with a link and a code proves that its reader owns the address. Needs an adapter. " +
      "[Emails](../recipes/mail.md#other-words-name-and-colours) can have other words, and your name and colours.",
  },
  {
    type: "webauthn",
    heading: "Passkeys",
    text: "Needs an adapter, and the package `@simplewebauthn/server`.",
  },
  { type: "credentials", heading: "Passwords", text: "The application checks the fields of a form." },
];

/** Providers that no new application can use, and why. By id. */
export const CLOSED: Readonly<Record<string, string>> = {
  "azure-devops":
    "Microsoft accepts no new applications, and ends the service in 2026. Use Microsoft Entra ID.",
  "medium": "Medium has archived its API, and accepts no new applications.",
  "osso": "Osso is no longer developed.",
  "passage": "1Password has ended Passage in January 2026.",
};

/** Advice for a provider at which the id that Auth.js stores can pass to another person. */
const FORMER =
  "For accounts that are stored under the id of Auth.js, set `acceptFormerAccountIds: true`: the next " +
  "owner of such an id could sign in as the user, so the log warns at start.";

/** Providers that work in another way than those of Auth.js, and why. By id. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  "azure-ad":
    "there is no picture, as with `microsoft-entra-id`; `tenantId` works as it did in NextAuth.js 4.",
  "azure-devops": "there is no picture: the bytes are too large for a session.",
  "codehost": "for any host with GitHub's OAuth and API. Auth.js has GitHub only.",
  "facebook": "the version of the Graph API is 24.0.",
  "eveonline": `the id is the hash of the character and its owner. ${FORMER}`,
  "figma":
    "the scope is `current_user:read`. Select it in the settings of the app, or ask for `files:read` as Auth.js does.",
  "fusionauth": "`name` is the full name, not the user name.",
  "gitea": "OpenID Connect in place of OAuth 2, with discovery from the server. Auth.js has no Gitea.",
  "gitlab":
    "OpenID Connect in place of OAuth 2. Add the scopes `openid`, `profile` and `email` to the application at " +
    "GitLab. The account name is `nickname` of the profile.",
  "instagram":
    "Instagram Login in place of the Basic Display API, which Meta has switched off. Users have new ids.",
  "linkedin": "the request has no PKCE challenge and no nonce, as LinkedIn supports neither.",
  "mastodon":
    "the scope is `read:accounts`. A server accepts only the scopes that the application is registered with: change them " +
    "there, or ask for `read` as Auth.js does. `name` is the display name, not the user name.",
  "microsoft-entra-id": "there is no picture: the bytes are too large for a session.",
  "password":
    "the library keeps the passwords. Auth.js has `credentials` alone, with which the application does.",
  "patreon": "version 2 of the API. The ids are the same.",
  "pinterest": `the id is \`id\`, not the account name. ${FORMER}`,
  "polar":
    "OAuth 2 in place of OpenID Connect: Polar does not document its issuer. The id is `sub`. Auth.js has no Polar.",
  "slack": `the id has the workspace before \`sub\`. ${FORMER}`,
  "spotify": "the id is `account_id`. Accounts that are stored under `id` are found, and keep it.",
  "tiktok": "the request has no PKCE challenge: TikTok computes it in another way.",
  "todoist": "the current API in place of the Sync API. The ids are the same.",
  "trakt": `the host of OAuth requests is auth.trakt.tv. The id is \`ids.uuid\`, not the slug. ${FORMER}`,
  "videoapp": "for any app with TikTok's OAuth and API. Auth.js has TikTok only.",
  "vk": "VK ID in place of oauth.vk.com. The ids are the same; in the profile the fields are below `user`.",
};

/** The text above the tables. @param counts Number of providers by type. */
export function introduction(counts: Readonly<Record<string, number>>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = TYPES.map(({ type, heading }) => `${counts[type]} ${heading}`).join(", ");
  return `# Providers

${total} providers are built in (${words}). Each is a file of its own, so an application loads only those that it
imports. Any other provider is [an object of the same shape](../recipes/own_provider.md).

\`\`\`ts
import { GitHub } from "@latchkey/auth/providers/github";
import { Google } from "@latchkey/auth/providers/google";

const config = { providers: [GitHub, Google] };
\`\`\`

You have never registered an application? The pages of the most used providers lead through the console
[step by step](#step-by-step).

All of them have the same rules:

- **Redirect URI.** Register \`<origin>/auth/callback/<id>\`, where \`<origin>\` is the URL of your application without a
  path, such as \`https://example.com\`. With another \`basePath\`, that path stands in place of \`/auth\`. On your own
  machine, the pages show port 8000, as the [start pages](../start/README.md) do. Write the port of yours.
- **Environment.** \`AUTH_<ID>_ID\` and \`AUTH_<ID>_SECRET\` are the client credentials, \`AUTH_<ID>_ISSUER\` the issuer.
  \`<ID>\` is the id in capitals, with \`_\` in place of \`-\`. Options in code take precedence.
- **Options.** Each factory accepts all fields of its type, such as \`authorization: { params: { scope: "…" } }\`,
  \`profile\`, \`checks\`, and replaces the defaults by them.
- **A provider that lacks a setting**, such as its client id, is switched off when the program starts, and the log says
  what to write. If no provider is left, the program does not start: it throws an error that says the same.
- **Verified addresses.** The last column says whether the provider vouches for the address of a user. Only a
  verified address counts as owned: see [linking](../concepts/linking.md).`;
}
