/**
 * The modules of passwords that the library keeps.
 *
 * @module
 */

import { capabilityOf } from "../../sign_in/capability.ts";
import { failProvider, unusable } from "../../errors/checks.ts";
import { limitsOf } from "../../limits/limits.ts";
import { MIN_LENGTH, SHORTEST } from "./min_length.ts";
import { nativeCrypto } from "../../crypto/native.ts";
import { isWorkerd } from "../../crypto/workerd.ts";
import { isCost } from "../../crypto/password_cost.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import { once } from "../../platform/once.ts";
import type { CredentialsConfig, PasswordSettings } from "../../model/provider.ts";
import { later } from "../../http/route.ts";
import type { Capability, CredentialsProvider } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { assertRows } from "../../model/store.ts";
import type { PasswordProvider } from "./types.ts";

const signUp = once(() => import("./sign_up_action.ts"));
const forgot = once(() => import("./forgot_action.ts"));
const choose = once(() => import("./choose_action.ts"));
const browsers = once(() => import("./unknown_browser.ts"));
const keep = once(() => import("./keep_action.ts"));
const question = once(() => import("./question.ts"));
const change = once(() => import("./change_action.ts"));
const credentials = once(() => import("./credentials.ts"));
const accounts = once(() => import("./account.ts"));

/** The modules of passwords that the library keeps. */
export const keptPasswords: Capability = {
  name: "password",
  type: "credentials",
  options: {
    // Of its type, as `Password()` fills them in.
    credentials: true,
    authorize: true,
    minLength: true,
    isLeaked: true,
    hashes: true,
    cost: true,
    mail: true,
    unknownBrowsers: true,
  } satisfies Keys<PasswordSettings & Pick<CredentialsConfig, "credentials" | "authorize">>,
  credentials,
  kinds: () => ["security"],
  limits: limitsOf,
  mailText: later(browsers, "mailText"),
  wayName: ({ signIn }, own = signIn.password) => own,
  links: ["signUp", "forgotPassword"],
  guess: { kind: "password", link: "forgotPassword" },
  method: once(() => import("./method.ts")),
  words: () => import("../../messages/passwords/en.ts"),
  routes: {
    "GET signup": { run: later(signUp, "showSignUp"), signsIn: true },
    "POST signup": { run: later(signUp, "signUp"), signsIn: true, csrf: true, page: "signUp" },
    "GET forgot-password": { run: later(forgot, "showForgot"), signsIn: true },
    "POST forgot-password": {
      run: later(forgot, "sendReset"),
      signsIn: true,
      csrf: true,
      page: "forgotPassword",
    },
    "GET new-password": { run: later(choose, "showChoice") },
    "GET keep-password": { run: later(keep, "showQuestion"), signsIn: true },
    "POST keep-password": { run: later(keep, "answerQuestion"), signsIn: true, csrf: true },
    "GET password": { run: later(change, "showChange"), signsIn: true },
    "POST password": { run: later(change, "changePassword"), signsIn: true, csrf: true, page: "password" },
  },
  complete,
  async checkPackage({ hashes = [] }: PasswordProvider, logger) {
    for (const kind of hashes) await kind.assertSupported().catch(logger.error);
  },
  signOutCookies: later(browsers, "rememberAtSignOut"),
  beforeWrites: later(question, "askForPassword"),
  beforeSession: async (identity, user, setup) =>
    identity.outcome && await (await credentials()).storeOutcome(identity, user, setup),
  mailReset: later(forgot, "mailReset"),
  removeSince: later(accounts, "removePasswordSince"),
  account: async () => (await accounts()).PASSWORD_SECTION,
  warnings(
    { id, minLength = MIN_LENGTH, unknownBrowsers }: PasswordSettings & { id?: unknown },
    hasTwoFactors,
    { limits },
  ) {
    if (hasTwoFactors) return [];
    // Another value is refused.
    const isShort = minLength >= SHORTEST && minLength < MIN_LENGTH && minLength % 1 === 0;
    return [
      ...isShort
        ? [
          `short-passwords: provider "${id}" accepts new passwords of ${minLength} characters. NIST SP 800-63B-4 asks for ` +
          `${MIN_LENGTH}, or for 8 with \`SecondFactor({ required: true })\` in \`features\``,
        ]
        : [],
      ...limits === false && unknownBrowsers !== "allow"
        ? [
          `unknown-browsers: provider "${id}" accepts a password in any browser: \`limits: false\` keeps none. Remove it, or write ` +
          '`unknownBrowsers: "allow"`',
        ]
        : [],
    ];
  },
  assert(providers, { adapter, session }, mailsOff) {
    const [own, other] = [...providers.values()].filter((each) => capabilityOf(each)?.credentials);
    if (!own) return;
    if (other) {
      failProvider(other, `"${own.id}" keeps the passwords already. List \`Password()\` once`);
    }
    if (session?.strategy !== "jwt" && !adapter?.deleteSessionsByUserId) {
      failProvider(
        own,
        `a new password ends all sessions of its user, and the adapter has no ` +
          '`deleteSessionsByUserId`. Write it, or keep sessions in tokens: `session: { strategy: "jwt" }`',
      );
    }
    const { mail } = own as PasswordProvider;
    // Without its key, a provider of mail is switched off, and the log says so: passwords sign in all the same.
    if (mail !== undefined && providers.get(mail)?.type !== "email" && !mailsOff.includes(mail)) {
      failProvider(own, `its \`mail\` is "${mail}", which is not the id of a provider of mail`);
    }
    if (mailsOff.length || [...providers.values()].some(({ type }) => type === "email")) return;
    failProvider(
      own,
      `its users confirm their address by mail. Add a provider of mail, such as ` +
        "`Resend`, to `providers`",
    );
  },
};

/** What an application may write: see `isOffered()`. */
const OFFERED = isWorkerd
  ? "Workers have scrypt up to 64 MiB, `cost: { ln: 16, r: 8, p: 2 }`"
  : "Write one such as `cost: { ln: 18 }`";

/** @throws {ConfigError} without a database that stores passwords, or for a setting out of bounds. */
function complete(
  provider: CredentialsConfig,
  { store }: Parameters<NonNullable<Capability["complete"]>>[1],
): CredentialsProvider {
  const { id, minLength = SHORTEST, cost = {}, unknownBrowsers = "prove" } = provider as
    & CredentialsConfig
    & PasswordSettings;
  if (!Number.isInteger(minLength) || minLength < SHORTEST || minLength > 1024) {
    failProvider(provider, `\`minLength\` must be one of 8 to 1024`);
  }
  if (unknownBrowsers !== "prove" && unknownBrowsers !== "allow") {
    failProvider(provider, '`unknownBrowsers` must be "prove" or "allow"');
  }
  if (!nativeCrypto) {
    failProvider(
      provider,
      `this runtime has no scrypt; on Cloudflare Workers, set the flag \`nodejs_compat\``,
    );
  }
  if (!isCost(cost)) {
    failProvider(provider, `\`cost\` is out of bounds, or has a field that no cost has. ${OFFERED}`);
  }
  const kept = assertRows(store, unusable(id), "its passwords");
  const revoke = async ({ id }: AdapterUser) => await (await import("./store.ts")).removePassword(id, kept);
  return { ...provider, store: kept, revoke } as PasswordProvider;
}
