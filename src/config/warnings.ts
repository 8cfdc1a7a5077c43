/**
 * Warnings about a config: options that do not exist, such as `callback` for `callbacks`, which JavaScript does not
 * report, and values that are probably a mistake.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { defined } from "../values/defined.ts";
import { namedColor } from "../markup/color_names.ts";
import { isSecureUrl } from "../http/bounded_request.ts";
import {
  CONFIG,
  COOKIE,
  COOKIE_ATTRIBUTES,
  COOKIES,
  LINKS,
  NAMED,
  PARTS,
  STYLE,
  UNREPORTED,
} from "./known_keys.ts";
import { toDefinition } from "./listed.ts";
import { brand, capability } from "../values/markers.ts";
import type { BrandedTheme } from "../pages/content.ts";
import { nearestKey } from "./nearest_key.ts";
import { readAppUrl } from "../http/origin.ts";
import { insecureUrl } from "../http/request_origin.ts";
import { webPlatform } from "../platform/platform.ts";
import { FEATURE_PAGES } from "../shapes/lists.ts";
import type { Capabilities, Capability } from "../setup/setup.ts";
import { capitalize } from "../values/capitalize.ts";
import type { CookiesOptions } from "../http/types.ts";

export { messageWarnings } from "./message_warnings.ts";

type Advice = Readonly<Record<string, string>>;

/** Options of Auth.js that this library does not have, with the advice for each. */
const ELSEWHERE: Advice = {
  "jwt.secret": "Write `secret` at the top of the config",
  "cookies.callbackUrl": "No cookie holds the URL to return to: a form sends it as `callbackUrl`",
  "cookies.pkceCodeVerifier": "Write `cookies.flow`, which holds all of a sign-in",
  "cookies.state": "Write `cookies.flow`, which holds all of a sign-in",
  "cookies.nonce": "Write `cookies.flow`, which holds all of a sign-in",
  "cookies.webauthnChallenge": "Write `cookies.challenge`",
};

/** Options of Auth.js providers that this library does not have, with the advice for each. */
const ELSEWHERE_IN_PROVIDERS: Advice = {
  scope: 'Write `authorization: { params: { scope: "…" } }`',
  secret: "Write `secret` at the top of the config, and `mailSecret` of the migration if it had another",
  simpleWebAuthnBrowserVersion: "The page has a script of its own",
  profilePhotoSize: "Load the picture in `profile()`, with the access token, if you need it",
  redirectUri: "It is always the URL of the callback",
  httpOptions: "Write a `fetch` under the exported symbol `customFetch`",
};

/**
 * The warnings about a config: each a stable code, a colon, and an advice.
 *
 * @param code What the door of the application has: nothing is said of options of OAuth without the code for it.
 */
export function warningsOf(config: AuthConfig, code?: Capabilities | null): readonly string[] {
  const providers = definitionsIn(config.providers);
  const features = definitionsIn(config.features);
  const hasTwoFactors = features.some(({ options, [capability]: code }) =>
    code?.demandsTwoFactors?.(Object(options))
  );
  const unread = [
    ...inConfig(config),
    ...features.flatMap(inFeature),
    ...providers.flatMap((each) => inProvider(each, code?.oauth)),
  ];
  return [
    ...config.experimental?.enableWebAuthn === true
      ? [
        "experimental-webauthn: `WebAuthn` may change with any version. Use `Passkey`, which does not need `experimental.enableWebAuthn`",
      ]
      : [],
    ...suspiciousAges(config),
    ...config.migration?.warnings?.({ ...webPlatform, ...config.platform }) ?? [],
    ...unknownColors(providers, config),
    ...insecureUrls(config),
    // Several providers of one kind may warn of the same.
    ...new Set(
      providers.flatMap((each) =>
        (each[capability] ?? code?.[each.type as keyof Capabilities])?.warnings?.(
          { ...each, ...defined(Object(each.options)) },
          hasTwoFactors,
          config,
        ) ?? []
      ),
    ),
    ...pagesWithout(features, config),
    ...unread.map((sentence) => `unknown-option: ${sentence}`),
  ];
}

/** The fields that the checks read of a provider, of any type, or of a feature. */
interface Definition {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
  readonly options?: unknown;
  readonly style?: unknown;
  readonly [capability]?: Capability;
}

/** The pages of features that the config does not have: nothing leads there. */
function pagesWithout(features: readonly Definition[], { pages }: AuthConfig): readonly string[] {
  const own: Readonly<Record<string, unknown>> = Object(pages);
  return Object.entries(FEATURE_PAGES).flatMap(([page, feature]) =>
    !own[page] || features.some(({ name }) => name === feature)
      ? []
      : `missing-feature: \`pages.${page}\`: add \`${capitalize(feature)}()\` to \`features\``
  );
}

function definitionsIn(listed: unknown): readonly Definition[] {
  return Array.isArray(listed) ? listed.map((each) => Object(toDefinition(each))) : [];
}

/** Ten years, in seconds. Four days in milliseconds are as many. */
const SUSPICIOUS = 315_576_000;

/** Ages that look like milliseconds, as in other libraries. */
function suspiciousAges({ session, jwt }: AuthConfig): readonly string[] {
  const ages = {
    "session.maxAge": session?.maxAge,
    "session.updateAge": session?.updateAge,
    "session.absoluteMaxAge": session?.absoluteMaxAge,
    "session.freshAge": session?.freshAge,
    "session.revocationDelay": session?.revocationDelay,
    "jwt.maxAge": jwt?.maxAge,
  };
  return Object.entries(ages).flatMap(([name, age]) =>
    typeof age === "number" && age >= SUSPICIOUS
      ? [
        `suspicious-age: The option \`${name}\` is ${age} seconds, more than ten years. Write seconds, not milliseconds`,
      ]
      : []
  );
}

/** Names that no colour has. `isColor` accepts any word: the list of names would make each session check larger. */
function unknownColors(providers: readonly Definition[], { theme }: AuthConfig): readonly string[] {
  const colors: Readonly<Record<string, unknown>> = {
    "theme.brandColor": theme?.brandColor,
    "theme.buttonText": theme?.buttonText,
    ...Object.fromEntries(providers.map(({ id, style, options }) => [
      `style.brandColor\` of the provider \`${id}`,
      Object({ ...Object(style), ...Object((Object(options) as Definition).style) }).brandColor,
    ])),
  };
  return Object.entries(colors).flatMap(([name, color]) =>
    typeof color === "string" && /^[a-z]+$/i.test(color) && !/^(currentcolor|transparent)$/i.test(color) &&
      namedColor(color) === null
      ? [
        `unknown-color: \`${name}\` is "${color}", which is not the name of a CSS colour. Write one such as "#346df1"`,
      ]
      : []
  );
}

/** Without TLS, others on the network of a user can read the session cookie. */
function insecureUrls({ url }: AuthConfig): readonly string[] {
  const app = readAppUrl(url);
  if (!app || isSecureUrl(app.origin)) return [];
  return [insecureUrl(`\`url\` (AUTH_URL) is ${app.origin}`, "Write")];
}

function inConfig(config: AuthConfig): readonly string[] {
  const parts = Object.entries(PARTS).flatMap(([part, common]) => {
    const value: unknown = config[part as keyof typeof PARTS];
    const known = { ...common, ...(value as BrandedTheme | undefined)?.[brand]?.keys };
    return unknownKeys(value, known).filter((key) => !UNREPORTED.includes(`${part}.${key}`))
      .map((key) => toSentence(key, known, `${part}.`));
  });
  const cookies = Object.keys(COOKIES).flatMap((name) => {
    const cookie = config.cookies?.[name as keyof CookiesOptions];
    const place = `cookies.${name}.`;
    return [
      ...unknownKeys(cookie, COOKIE).map((key) => toSentence(key, COOKIE, place)),
      ...unknownKeys(cookie?.options, COOKIE_ATTRIBUTES).map((key) =>
        toSentence(key, COOKIE_ATTRIBUTES, `${place}options.`)
      ),
    ];
  });
  const links = unknownKeys(config.theme?.links, LINKS).map((key) => toSentence(key, LINKS, "theme.links."));
  return [
    ...unknownKeys(config, CONFIG).filter((key) => !UNREPORTED.includes(key))
      .map((key) => toSentence(key, CONFIG, "")),
    ...parts,
    ...links,
    ...cookies,
  ];
}

function toSentence(key: string, known: object, place: string): string {
  const name = place + key;
  const advice = adviceFor(key, known, ELSEWHERE, place) ?? "Remove it, or look for its name in `AuthConfig`";
  return unreadOption("The config", name, advice);
}

/** Says what to write in place of an option: the advice of a table, else the nearest name; `null` if there is neither. */
function adviceFor(key: string, known: object, elsewhere: Advice, place = ""): string | null {
  const name = place + key;
  if (Object.hasOwn(elsewhere, name)) return elsewhere[name]!;
  const near = nearestKey(key, known);
  return near && `Did you mean \`${place}${near}\`?`;
}

function unreadOption(owner: string, name: string, advice: string): string {
  return `${owner} has \`${name}\`, which nothing reads. ${advice}`;
}

function inFeature({ name, options, [capability]: code }: Definition): readonly string[] {
  const known = code?.options ?? Object(options);
  return unknownKeys(options, known).map((key) =>
    unreadOption(
      `Feature "${name}"`,
      key,
      adviceFor(key, known, {}) ?? "Remove it",
    )
  );
}

/** Reports only likely slips: a provider may have options of its own, such as those in its URLs. */
function inProvider(provider: Definition, oauth: Capability | undefined): readonly string[] {
  const { id, type, options } = provider;
  const code = type === "oauth" || type === "oidc" ? oauth : provider[capability];
  // The door has the code of a plain object, with what it knows.
  if (!code) return [];
  const known = { ...NAMED, ...code.options };
  const own = code.optionsIn?.(provider) ?? [];
  const owner = `Provider "${id}"`;
  const keys = new Set([...unknownKeys(provider, known), ...unknownKeys(options, known)]);
  const styles = [provider.style, (Object(options) as Definition).style];
  const texts = styles.flatMap((style) => unknownKeys(style, STYLE))
    .map((key) => unreadOption(owner, `style.${key}`, "Remove it"));
  return [
    ...new Set(texts),
    ...[...keys].filter((key) => !own.includes(key)).flatMap((key) => {
      const advice = adviceFor(key, known, ELSEWHERE_IN_PROVIDERS);
      return advice === null ? [] : [unreadOption(owner, key, advice)];
    }),
  ];
}

/** The keys that are set but not known. */
function unknownKeys(value: unknown, known: object): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, set]) =>
    set === undefined || Object.hasOwn(known, key) ? [] : [key]
  );
}
