/**
 * Renders the pages of a config in each of its languages, for the user of `preview_user.ts` in a database in memory. The command
 * shows those of an application, and the documentation those of Acme.
 *
 * @module
 */

import { setupFor } from "../core/answer.ts";
import { beginSession } from "../core/begin_session.ts";
import { ALL_CAPABILITIES } from "../core/capabilities.ts";
import { toDefinition } from "../config/listed.ts";
import { offeredLanguages } from "../messages/tags.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { webPlatform } from "../platform/platform.ts";
import type { Setup } from "../setup/setup.ts";
import { ADA, storedUser } from "./preview_user.ts";
import { toVisitor, type Visitor } from "./preview_visitor.ts";

/** Title of a page → its HTML, as its scripts leave it when it opens. */
export type Pages = Readonly<Record<string, string>>;

type Paths = Readonly<Record<string, string>>;

/** Pages that anyone may open. */
const OPEN: Paths = {
  "Sign in": "signin",
  "Sign in, after a failure": "signin?error=OAuthAccountNotLinked",
  "Sign up": "signup",
  "Forgot password": "forgot-password",
  "Access denied": "error?error=AccessDenied",
  "A link that has expired": "error?error=Verification",
  "A config that is wrong": "error?error=Configuration",
};

/** Pages behind a mail, and those of a user who is signed in. */
const ASKED: Paths = { "Check your email": "verify-request" };
const SIGNED_IN = {
  "Account": "account",
  "Account, profile": "account/profile",
  "Account, security": "account/security",
  "Account, devices": "account/devices",
  "Account, a suspicion": "account/secure",
  "Account, your data": "account/data",
  "Add a way to sign in": "signin?link=true",
  "Account, password": "password",
  "Second factor": "second-factor-setup",
  "Sign out": "signout",
} as const satisfies Paths;

/** The page of a user who has no passkey. */
const OFFERED: Paths = { "A passkey is offered": "passkey-offer?offer=" };

/** The page of a user who has asked for the deletion of the account. */
const LEAVING = "Account that will be deleted";

/**
 * Renders the pages.
 *
 * @param given With `url` and `secret`. No one calls its adapter, its mails, its callbacks and its events; functions of its features
 *   are called for the user.
 * @returns The pages in each language, by its tag. A page that the config does not have is left out, and one that it replaces is not.
 * @throws {ConfigError} if the config cannot work.
 */
export async function renderPages(given: AuthConfig): Promise<ReadonlyMap<string, Pages>> {
  let link = "";
  const config = await apart(given, (mail) => void (link = mail.url));
  const setup = setupFor({ url: config.url! }, config, ALL_CAPABILITIES);
  const place = { origin: setup.origin!, basePath: setup.basePath };
  const found = new Map<string, Record<string, string>>(offeredLanguages(config).map((tag) => [tag, {}]));
  const take = async (visitor: Visitor, paths: Paths) => {
    for (const [tag, pages] of found) {
      for (const [title, path] of Object.entries(paths)) {
        const html = title in pages ? null : await visitor.open(path, tag);
        if (html !== null) pages[title] = still(html);
      }
    }
  };
  const visitor = toVisitor(config, place);
  await take(visitor, OPEN);
  const mail = [...setup.providers.values()].find(({ type }) => type === "email");
  if (mail && await visitor.post(`signin/${mail.id}`, { email: ADA.email })) await take(visitor, ASKED);
  const next = link ? await visitor.follow(link) : null;
  // A config that requires a second factor signs no one in without one.
  const setUp = next?.startsWith(SIGNED_IN["Second factor"]) ? next : null;
  if (setUp) await take(visitor, { "Second factor": setUp });
  if (!link || setUp) await signIn(visitor, setup);
  await take(visitor, SIGNED_IN);
  await removePasskeys(setup);
  await take(visitor, OFFERED);
  const left = await leave(visitor);
  if (left) await take(visitor, { [LEAVING]: left });
  return found;
}

/** Removes the passkeys of the user, who keeps another way to sign in. */
async function removePasskeys({ store }: Pick<Setup, "store">): Promise<void> {
  for (const passkey of await store?.listAuthenticatorsByUserId?.(ADA.id) ?? []) {
    const { credentialID, providerAccountId } = passkey;
    const account = { provider: "passkey", providerAccountId };
    const keeps = { provider: "github", providerAccountId: "github" };
    await store?.removeAccount?.({ userId: ADA.id, account, credentialID, keeps });
  }
}

/** Signs the user in with a second factor, where a mail does not. */
async function signIn(visitor: Visitor, setup: Setup): Promise<void> {
  const storedUser = await setup.store?.getUser(ADA.id) ?? undefined;
  const signedInAt = setup.platform.now();
  const cookies = await beginSession({ user: ADA, storedUser, aal: 2, signedInAt }, setup);
  for (const { name, value } of cookies ?? []) visitor.keep(name, value);
}

/** Returns the config without the database, the mails and the callbacks of the application. @param sent Receives the mails to sign in. */
async function apart(
  config: AuthConfig,
  sent: (mail: { readonly url: string }) => void,
): Promise<AuthConfig> {
  const providers = config.providers.map((listed) => {
    const provider = toDefinition(listed) as Sender;
    if (provider?.type !== "email") return listed;
    const send = provider.options?.sendVerificationRequest ?? provider.sendVerificationRequest;
    const sendVerificationRequest = Object.assign(
      (mail: { readonly url: string }) => sent(mail),
      send,
    );
    return {
      ...provider,
      sendVerificationRequest,
      options: { ...provider.options, sendVerificationRequest },
    };
  });
  return {
    ...config,
    ...LEFT_OUT,
    providers: providers as AuthConfig["providers"],
    platform: {
      ...webPlatform,
      ...config.platform,
      fetch: () => Promise.reject(new TypeError("no network")),
    },
    logger: { error() {}, warn() {}, debug() {} },
    ...(config.adapter && { adapter: await storedUser() }),
  } as AuthConfig;
}

/** Options without which the library neither calls the application nor leads to its pages. */
const LEFT_OUT = {
  callbacks: undefined,
  events: undefined,
  limits: undefined,
  migration: undefined,
  pages: undefined,
  redirectProxyUrl: undefined,
};

/** A provider that sends mail. */
interface Sender {
  readonly type?: string;
  readonly sendVerificationRequest?: object;
  readonly options?: { readonly sendVerificationRequest?: object };
}

/** Asks for the deletion of the account. @returns The path of the page that it leads to; `null` if there is none. */
async function leave(user: Visitor): Promise<string | null> {
  const html = await user.open("account/data", "en");
  const form = html?.match(/<form\b(?:(?!<\/form>)[^])*\bname="confirm"/)?.[0];
  if (!form) return null;
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return await user.post("account", {
    ...Object.fromEntries(fields.map(([, name, value]) => [name!, value!])),
    confirm: ADA.email,
  });
}

/** A page as its scripts leave it when it opens, without them. */
function still(html: string): string {
  return html.replaceAll(/<(script|noscript)\b[^]*?<\/\1>/g, "")
    .replaceAll(/(<form class="(?:passkey|form)"[^>]*) hidden>/g, "$1>")
    .replaceAll(/(?<=value=")[\da-f]{128}(?=")/g, "");
}
