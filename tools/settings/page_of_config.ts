/**
 * The page of the config.
 *
 * @module
 */

import type { Page, Section } from "./render.ts";

const OPTIONS = "src/model/options.ts";
const CALLBACKS = "src/model/callbacks.ts";

/** The page of the config. */
export const CONFIG_PAGE: Page = {
  file: "config.md",
  title: "The config",
  introduction: [
    "Each field of `AuthConfig`, with its type, its default and an example. You need `providers` and a secret; all else has " +
    "a default:",
    [
      "```ts auth.ts",
      'import type { AuthConfig } from "@latchkey/auth";',
      'import { GitHub } from "@latchkey/auth/providers/github";',
      "",
      "export const config = {",
      "  providers: [GitHub],",
      "} satisfies AuthConfig;",
      "```",
    ].join("\n"),
    "Add the lines of an example to that object. Times are in seconds. [Environment variables](environment.md) are the " +
    'defaults of some fields. `Awaitable<T>` is a `T` or a promise of it. With `satisfies AuthConfig<"jwt">` or `AuthConfig<"database">`, TypeScript knows the ' +
    "parameters of `callbacks.session`.",
  ].join("\n\n"),
  sections: [{
    type: "src/model/auth_config.ts ConfigOfAnyStrategy",
    example: "config",
    first: [
      "providers",
      "secret",
      "url",
      "basePath",
      "trustHost",
      "adapter",
      "session",
      "callbacks",
      "events",
      "pages",
      "theme",
    ],
    below: {
      session: [{
        ...part("session", `${OPTIONS} SessionOptions`),
        generics: { Strategy: '"jwt" | "database"' },
      }],
      jwt: [{
        ...part("jwt", `${OPTIONS} JWTOptions`),
        below: {
          encode: [{ type: "src/model/jwt.ts JWTEncodeParams", introduction: "The parameters:" }],
          decode: [{ type: "src/model/jwt.ts JWTDecodeParams", introduction: "The parameters:" }],
        },
      }],
      callbacks: [{
        ...part("callbacks", `${CALLBACKS} CallbacksWith`),
        generics: { Params: "SessionParams" },
        below: {
          signIn: [{ type: `${CALLBACKS} SignInParams`, introduction: "The parameters:" }],
          jwt: [{ type: `${CALLBACKS} JWTParams`, introduction: "The parameters:" }],
          session: [{
            type: `${CALLBACKS} UntypedSessionParams`,
            introduction: "The parameters:",
          }],
        },
      }],
      events: [part("events", "src/model/events.ts Events")],
      cookies: [
        {
          type: "src/values/cookie.ts CookieOption",
          introduction: "Each cookie is an object with these fields, all optional:",
        },
        {
          type: "src/values/cookie.ts CookieOptions",
          introduction: "`options` has these attributes (RFC 6265 §4.1.2):",
        },
        {
          ...part("cookies", "src/http/types.ts CookiesOptions"),
          first: [
            "sessionToken",
            "csrfToken",
            "mail",
            "flow",
            "challenge",
            "link",
            "form",
            "keptForm",
            "lastUsed",
            "browser",
          ],
        },
      ],
      pages: [part("pages", `${OPTIONS} PagesOptions`)],
      theme: [{
        ...part("theme", "src/values/types.ts Theme"),
        below: {
          links: [{
            ...part("theme.links", "src/values/types.ts ThemeLinks"),
            example: "links",
            around: "theme: { links: { … } },",
          }],
        },
      }, {
        type: "src/pages/brand/options.ts BrandOptions",
        prefix: "Brand: ",
        example: "brand",
        around: "theme: Brand({ … }),",
        arounds: { side: 'theme: Brand({ layout: "split", … }),' },
        omit: [
          ...["name", "colorScheme", "logo", "logoDark", "brandColor", "buttonText", "radius", "font"],
          "links",
        ],
        below: {
          side: [{
            ...part("side", "src/pages/brand/options.ts BrandSide"),
            example: "brandSide",
            around: 'theme: Brand({ layout: "split", side: { … } }),',
          }],
        },
      }],
      limits: [part("limits", "src/model/limits.ts LimitsSettings")],
      accounts: [part("accounts", `${OPTIONS} AccountsOptions`)],
      features: [
        feature("AccountPage", "accountPage", "src/features/account_page/options.ts AccountPageOptions"),
        feature(
          "AccountDeletion",
          "accountDeletion",
          "src/features/account_deletion/options.ts AccountDeletionOptions",
        ),
        feature("ActivityLog", "activityLog", "src/features/activity_log/options.ts ActivityLogOptions"),
        feature("EmailChange", "emailChange", "src/features/email_change/options.ts EmailChangeOptions"),
        feature("DataExport", "dataExport", "src/features/data_export/options.ts DataExportOptions"),
        {
          ...feature("UserProfile", "profile", "src/features/profile/options.ts ProfileOptions"),
          below: {
            fields: [{
              ...part("field", "src/features/profile/options.ts ProfileField"),
              example: "profileField",
              around: "features: [UserProfile({ fields: { nickname: { … } } })],",
            }],
            picture: [{
              ...part("picture", "src/features/profile/options.ts ProfilePicture"),
              example: "profilePicture",
              around: "features: [UserProfile({ picture: { … } })],",
            }],
          },
        },
        feature("SignUp", "signUp", "src/features/sign_up/options.ts SignUpOptions"),
        feature("UserNames", "userNames", "src/features/user_names/options.ts UserNamesOptions"),
        {
          ...feature(
            "Administration",
            "administration",
            "src/features/administration/options.ts AdministrationOptions",
          ),
          below: {
            pages: [{
              ...part("pages", "src/features/administration/options.ts AdministrationPages"),
              example: "administrationPages",
              around: "features: [Administration({ pages: { … } })],",
            }],
          },
        },
        {
          ...feature("Webhooks", "webhooks", "src/features/webhooks/options.ts WebhooksOptions"),
          below: {
            endpoints: [{
              ...part("endpoint", "src/features/webhooks/options.ts WebhookEndpoint"),
              example: "webhookEndpoint",
              around: "features: [Webhooks({ endpoints: [{ … }] })],",
            }],
          },
        },
        feature(
          "TrustedOrigins",
          "trustedOrigins",
          "src/features/trusted_origins/options.ts TrustedOriginsOptions",
        ),
        feature("Turnstile", "turnstile", "src/features/challenge/options.ts TurnstileOptions"),
        feature("Altcha", "altcha", "src/features/challenge/options.ts AltchaOptions"),
        feature("HCaptcha", "hCaptcha", "src/features/challenge/options.ts HCaptchaOptions"),
        {
          ...feature("Challenge", "challenge", "src/features/challenge/options.ts ChallengeOptions"),
          below: {
            widget: [{
              ...part("widget", "src/features/challenge/options.ts ChallengeWidget"),
              example: "challengeWidget",
              around: "features: [Challenge({ widget: { … } })],",
            }],
          },
        },
        feature("SecondFactor", "secondFactor", "src/features/second_factor/options.ts SecondFactorOptions"),
        feature("AccessTokens", "accessTokens", "src/model/access_tokens.ts AccessTokenOptions"),
        feature("ProviderLogout", "providerLogout", "src/model/provider_logout.ts ProviderLogoutOptions"),
      ],
      securityMails: [part("securityMails", `${OPTIONS} SecurityMails`)],
      migration: [{
        ...part("migration", "src/migrate/create_migration.ts MigrationOptions"),
        prefix: "fromAuthJs: ",
        around: "migration: fromAuthJs({ … }),",
        below: {
          cookies: [{ type: "src/migrate/create_migration.ts OlderCookies" }],
          jwt: [{ type: "src/migrate/create_migration.ts OlderJWTOptions" }],
        },
      }],
      logger: [{ ...part("logger", "src/values/types.ts LoggerInstance"), fallbacks: "the console" }],
      platform: [{
        ...part("platform", "src/platform/platform.ts Platform"),
        fallbacks: "that of the runtime",
      }],
      experimental: [part("experimental", `${OPTIONS} ExperimentalOptions`)],
    },
  }],
};

/** The fields of a field of the config: `session.maxAge`. */
function part(name: string, type: string): Section {
  return { type, prefix: `${name}.`, example: name, around: `${name}: { … },` };
}

/** The options of a feature. */
function feature(call: string, name: string, type: string): Section {
  return { type, prefix: `${call}: `, example: name, around: `features: [${call}({ … })],` };
}
