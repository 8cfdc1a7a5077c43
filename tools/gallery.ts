/**
 * The pages of the library, as HTML in each language, which the gallery of the documentation shows. They are made by the code as
 * it is: `deno task docs` writes them into `docs/public/gallery`, which is not in the repository.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { Auth } from "../mod.ts";
import { AccountDeletion } from "../src/features/account_deletion/account_deletion.ts";
import { ActivityLog } from "../src/features/activity_log/activity_log.ts";
import { DataExport } from "../src/features/data_export/data_export.ts";
import { EmailChange } from "../src/features/email_change/email_change.ts";
import { UserProfile } from "../src/features/profile/profile.ts";
import { SecondFactor } from "../src/features/second_factor/second_factor.ts";
import { all } from "../src/messages/languages.ts";
import type { AuthConfig } from "../src/model/auth_config.ts";
import { Password } from "../src/providers/password.ts";
import { Resend } from "../src/providers/resend.ts";
import { testBrowser } from "../src/testing/mod.ts";
import { ADA, settings, storedUser } from "./acme.ts";
import { root } from "./exports.ts";

const FOLDER = new URL("docs/public/gallery/", root);

const ORIGIN = "https://app.acme.example";

/** Title of a page → its HTML. */
export type Gallery = Readonly<Record<string, string>>;

/** Opens the pages of an application, one browser for all. */
type Open = (path: string, language: string) => Promise<string>;

/** Pages that anyone may open. */
const OPEN: Readonly<Record<string, string>> = {
  "Sign in": "signin",
  "Sign in, after a failure": "signin?error=OAuthAccountNotLinked",
  "Sign up": "signup",
  "Forgot password": "forgot-password",
  "Access denied": "error?error=AccessDenied",
};

/** Pages behind a mail, and those of a user who is signed in. */
const ASKED: Readonly<Record<string, string>> = { "Check your email": "verify-request" };
const SIGNED_IN: Readonly<Record<string, string>> = {
  "Account": "account",
  "Account, profile": "account/profile",
  "Account, security": "account/security",
  "Account, devices": "account/devices",
  "Account, a suspicion": "account/secure",
  "Account, your data": "account/data",
  "Add a way to sign in": "signin?link=true",
  "Second factor": "second-factor-setup",
  "Sign out": "signout",
};

/** The page of a user who has asked for the deletion of the account. */
const LEAVING = "Account that will be deleted";

/** The pages in each language, by its tag. */
export async function readGallery(): Promise<ReadonlyMap<string, Gallery>> {
  const { open, ask, follow, leave } = await openAcme();
  const languages = all.map(({ tag }) => tag);
  const found = new Map<string, Record<string, string>>(languages.map((tag) => [tag, {}]));
  const take = async (pages: Readonly<Record<string, string>>) => {
    for (const [tag, taken] of found) {
      for (const [title, path] of Object.entries(pages)) taken[title] = await open(path, tag);
    }
  };
  await take(OPEN);
  await ask();
  await take(ASKED);
  await follow();
  await take(SIGNED_IN);
  await take({ [LEAVING]: await leave() });
  return found;
}

/** An application, and what a user does in it: asks for a mail, follows its link, and asks for the deletion of the account. */
interface Acme {
  readonly open: Open;
  ask(): Promise<unknown>;
  follow(): Promise<unknown>;
  /** @returns The path of the page that it leads to. */
  leave(): Promise<string>;
}

async function openAcme(): Promise<Acme> {
  let link = "";
  const mail = Resend({
    apiKey: "a-key",
    from: "Acme <hello@acme.example>",
    sendVerificationRequest: ({ url }) => void (link = url),
  });
  const [, ...others] = settings.providers;
  const config: AuthConfig<"database"> = {
    ...settings,
    adapter: await storedUser(),
    providers: [Password(), mail, ...others],
    url: ORIGIN,
    features: [
      ...settings.features,
      ...[SecondFactor(), UserProfile(), EmailChange(), ActivityLog(), DataExport(), AccountDeletion()],
    ],
  };
  const browser = testBrowser({ [ORIGIN]: (request) => Auth(request, config) });
  return {
    async open(path, language) {
      const separator = path.includes("?") ? "&" : "?";
      const page = await browser.open(`${ORIGIN}/auth/${path}${separator}ui_locales=${language}`);
      if (!page.html.includes("<main")) throw new Error(`Cannot show ${path}: ${page.url} is no page`);
      return still(page.html);
    },
    ask: async () =>
      await (await browser.open(`${ORIGIN}/auth/signin`)).submit("/auth/signin/resend", { email: ADA.email }),
    follow: () => browser.open(link),
    async leave() {
      const page = await browser.open(`${ORIGIN}/auth/account/data`);
      const { url } = await page.submit("Delete account", { confirm: ADA.email });
      return url.slice(`${ORIGIN}/auth/`.length);
    },
  };
}

/** A page as its scripts leave it when it opens, without them. */
function still(html: string): string {
  return html.replaceAll(/<(script|noscript)\b[^]*?<\/\1>/g, "")
    .replaceAll(/(<form class="passkey"[^>]*) hidden>/g, "$1>").replaceAll(
      /(?<=value=")[\da-f]{128}(?=")/g,
      "",
    );
}

/** Writes a file for each language. */
export async function writeGallery(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const [tag, pages] of await readGallery()) {
    await writeFile(new URL(`${tag}.json`, FOLDER), JSON.stringify(pages));
  }
}
