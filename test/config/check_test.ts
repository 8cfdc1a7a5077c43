import assert from "node:assert/strict";
import { test } from "node:test";
import { assertConfig } from "../../src/config/check.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ConfigError, MissingSecret, UntrustedHost } from "../../src/errors/errors.ts";
import { de, en } from "../../src/messages/languages.ts";
import { raw, skipCSRFCheck } from "../../src/values/markers.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** A config that works, otherwise than so. */
function config(other: Record<string, unknown> = {}): AuthConfig {
  return { providers: [], secret: SECRET, trustHost: true, ...other } as AuthConfig;
}

/** Configs that cannot work beside those of `flows/misconfiguration_test.ts`: which error, and what it says to write. */
const MISTAKES: readonly (readonly [Record<string, unknown>, typeof ConfigError, RegExp])[] = [
  [
    { secret: undefined },
    MissingSecret,
    /set AUTH_SECRET.*`npx @latchkey\/auth secret --env` writes.*call `setEnvDefaults/,
  ],
  [{ secret: [SECRET, undefined] }, MissingSecret, /fewer than 32 characters/],
  [{ trustHost: 1 }, UntrustedHost, /set AUTH_URL .*or `trustHost: true`/],
  [{ providers: {} }, ConfigError, /`providers`: list them in an array/],
  ...[
    "//",
    "//auth",
    "/a//b",
    "/auth#",
    "/auth?",
    "/auth/",
    "",
    "/a b",
    "/.",
    "/a/../auth",
    "/.../auth",
    "/(a|b)+",
    "https://app.test/auth",
    1,
  ]
    .map((basePath) => [{ basePath }, ConfigError, /`basePath`: .*such as "\/auth"/] as const),
  ...[0, -1, NaN, Infinity, "3600", null].map((maxAge) =>
    [
      { session: { maxAge } },
      ConfigError,
      /`session.maxAge`: .* must be a number of seconds, at least 1/,
    ] as const
  ),
  ...[-1, NaN, Infinity, "0"].map((updateAge) =>
    [
      { session: { updateAge } },
      ConfigError,
      /`session.updateAge`: .* a number of seconds, at least 0/,
    ] as const
  ),
  [
    { theme: { brandColor: "url(x)" } },
    ConfigError,
    /`theme.brandColor`: "url\(x\)" is not a CSS colour, such as "#346df1"/,
  ],
  [{ theme: { buttonText: "red;x" } }, ConfigError, /`theme.buttonText`: "red;x" is not a CSS colour/],
  [
    { theme: { colorScheme: "sepia" } },
    ConfigError,
    /`theme.colorScheme`: "sepia" must be "auto", "dark" or "light"/,
  ],
  [
    { theme: { logo: "javascript:1" } },
    ConfigError,
    /`theme.logo`: "javascript:1" must be an http or https URL, a path/,
  ],
  ...["https://[", "localhost:3000/login", "javascript:1", "mailto:a@b.test", 404, true]
    .flatMap((page) => [{ pages: { signIn: page } }, { pages: { account: page } }])
    .map((config) =>
      [config, ConfigError, /`pages.\w+`: write a path that begins with \/, or a URL/] as const
    ),
  [
    { pages: { account: false } },
    ConfigError,
    /`pages.account`: without `AccountPage\(\)` in `features`, there is no account page: leave the option out/,
  ],
  ...[
    { pages: { signIn: "/auth/signin" } },
    { pages: { signIn: "auth/signin" } },
    { pages: { signIn: "/auth/../auth/signin?a=1" } },
    { basePath: "/", pages: { signIn: "/signin" } },
    { url: "https://app.test", pages: { signIn: "https://app.test/auth/signin" } },
    { url: "https://app.test/app", pages: { signIn: "https://app.test/app/auth/signin" } },
  ].map((config) => [config, ConfigError, /`pages.signIn`: ".+" is an endpoint of the library/] as const),
  [
    { language: "German" },
    ConfigError,
    /`language`: there are no messages in "German": write one of en, or add/,
  ],
  [{ language: "de_DE" }, ConfigError, /`language`: "de_DE" is not the tag of a language, such as "de"/],
  [{ language: 7 }, ConfigError, /`language`: 7 is not the tag of a language/],
  [
    { language: "de" },
    ConfigError,
    /`language`: there are no messages in "de": write `languages: \[en, de\]` with `import \{ en, de \} from/,
  ],
  [
    { languages: ["en", "de-AT"] },
    ConfigError,
    /`languages`: there are no messages in "de-AT": write `languages: \[en, de\]` with/,
  ],
  [
    { language: "fr", languages: [de], messages: { cy: {} } },
    ConfigError,
    /`language`: there are no messages in "fr": write `languages: \[en, fr\]`/,
  ],
  [
    { language: "en", languages: [de] },
    ConfigError,
    /`language`: there are no messages in "en": write `languages: \[en\]`/,
  ],
  [{ languages: [] }, ConfigError, /`languages`: list languages/],
  [{ languages: "de" }, ConfigError, /`languages`: list languages/],
  [
    { languages: [de, "tlh"] },
    ConfigError,
    /`languages`: there are no messages in "tlh".* add it to `messages`/,
  ],
  [{ languages: ["de-AT"] }, ConfigError, /`languages`: there are no messages in "de-AT"/],
  [{ languages: [""] }, ConfigError, /`languages`: "" is not the tag/],
  [{ messages: "de" }, ConfigError, /`messages`: write an object with messages by language/],
  [{ messages: [] }, ConfigError, /`messages`: write an object/],
  [{ messages: { de_DE: {} } }, ConfigError, /`messages.de_DE`: "de_DE" is not the tag/],
  [{ messages: { de: "Hallo" } }, ConfigError, /`messages.de`: write an object with messages, in groups/],
  [{ raw: true }, ConfigError, /`raw`: use the exported `raw`/],
  [
    { session: { strategy: "databse" } },
    ConfigError,
    /`session.strategy`: "databse" must be "jwt" or "database"/,
  ],
  [{ session: { strategy: "JWT" } }, ConfigError, /`session.strategy`: "JWT" must be/],
  [{ callbacks: { session: {} } }, ConfigError, /`callbacks.session`: write a function/],
  [{ events: { signIn: "x" } }, ConfigError, /`events.signIn`: write a function/],
  [{ events: { limited: "x" } }, ConfigError, /`events.limited`: write a function/],
  [{ raw: false }, ConfigError, /`raw`: use the exported `raw`/],
  [{ skipCSRFCheck: true }, ConfigError, /`skipCSRFCheck`: use the exported `skipCSRFCheck`/],
  [{ skipCSRFCheck: "skip-csrf-check" }, ConfigError, /`skipCSRFCheck`: use the exported `skipCSRFCheck`/],
  [{ skipCSRFCheck: raw }, ConfigError, /`skipCSRFCheck`: use the exported `skipCSRFCheck`/],
];

for (const [mistake, kind, message] of MISTAKES) {
  const text = JSON.stringify(
    mistake,
    (_, value) => ["number", "undefined", "symbol"].includes(typeof value) ? String(value) : value,
  );
  test(`a config with ${text} is refused, with what to write`, () => {
    assert.throws(() => assertConfig(config(mistake)), (error) => {
      assert.ok(error instanceof kind);
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /^Cannot /);
      assert.match(error.message, message);
      assert.ok(!error.message.includes(SECRET));
      return true;
    });
  });
}

/** Configs that work. */
const RIGHT: readonly Record<string, unknown>[] = [
  {},
  { language: "pt-BR", messages: { pt: {} } },
  { language: "de-AT", languages: [de] },
  { languages: ["en", "cy"], messages: { cy: {} } },
  {
    language: () => null,
    languages: [en, de, "tlh"],
    messages: { tlh: { signIn: { heading: "yI'el" } } },
  },
  { secret: "x".repeat(32) },
  { secret: [SECRET, "x".repeat(32)] },
  ...["/", "/auth", "/api/auth", "/a.b/~c_d-e/1", "/.auth", "/..a"].map((basePath) => ({ basePath })),
  { session: { maxAge: 1, updateAge: 0 }, jwt: { maxAge: 1 } },
  { session: { maxAge: undefined, updateAge: undefined }, jwt: { maxAge: undefined } },
  { session: undefined, jwt: undefined, theme: undefined, pages: undefined, raw: undefined },
  { theme: { brandColor: "#346df1", buttonText: "white", colorScheme: "dark", logo: "/logo.svg" } },
  { theme: { brandColor: "", logo: "", buttonText: "" } },
  {
    pages: { signIn: "/login?a=1", signOut: "bye", error: "https://app.test/error", verifyRequest: "/mail" },
  },
  { pages: { signIn: undefined } },
  { basePath: "/", pages: { signIn: "/login" } },
  { pages: { signIn: "/auth/login", error: "/auth", newUser: "/auth/signin-done" } },
  { pages: { signIn: "https://accounts.test/auth/signin", newUser: "app.example://welcome" } },
  { raw, skipCSRFCheck },
];

test("configs that work are accepted", () => {
  for (const right of RIGHT) assertConfig(config(right));
});
