/**
 * The search of the site finds what people ask for, in the words that they type.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { linkOf } from "../../docs/.vitepress/pages.ts";
import { SEARCH_TERMS } from "../../docs/.vitepress/search_terms.ts";
import { openSearch } from "./_search.ts";
import { copyOfRepository, renderPages, temporaryFolder } from "./_site.ts";

/** What people type → the heading that answers it, as a link from `docs/`. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "2FA": "second_factor.md#a-second-factor-2fa",
  "MFA": "second_factor.md#a-second-factor-2fa",
  "how do I add two-factor authentication": "second_factor.md#a-second-factor-2fa",
  "2fa for admins": "second_factor.md#require-it",
  "step-up authentication": "second_factor.md#ask-for-it-where-it-counts",
  "lost phone": "second_factor.md#a-new-phone-or-a-lost-one",
  "sign up": "sign_up.md#sign-up",
  "disable sign up": "sign_up.md#who-may-sign-up",
  "register": "passwords.md#passwords",
  "forgot password": "passwords.md#what-users-see",
  "login": "recipes/sign_in_page.md#a-sign-in-page-of-your-own",
  "log in with Google": "providers/google.md#google",
  "redirect directly to provider, skip sign in page":
    "recipes/sign_in_page.md#skip-the-page-if-you-have-one-provider",
  "passkey only login": "passkeys_only.md#passkeys-only",
  "user lost passkey": "passkeys_only.md#what-is-lost-and-what-helps",
  "username login": "user_names.md#sign-up-and-in-with-a-name",
  "phone otp": "not_included.md#for-your-application",
  "mcp server oauth": "not_included.md#for-your-application",
  "admin list users": "administration.md#administration",
  "SSO": "recipes/enterprise_sso.md#saml-and-scim-for-your-customers",
  "sso per customer (saml per tenant)":
    "recipes/enterprise_sso.md#sign-in-with-the-customers-identity-provider",
  "magic link": "recipes/mail.md#a-link-and-a-code-by-an-email-service",
  "outlook safelinks": "recipes/mail.md#email",
  "react email": "recipes/mail.md#your-own-email",
  "log out": "recipes/sign_out.md#a-sign-out-button",
  "log out everywhere": "recipes/sign_out.md#sign-out-everywhere",
  "delete account": "account.md#delete-the-account",
  "change email": "account.md#a-changed-address",
  "JWT": "concepts/sessions.md#two-strategies",
  "session expired": "concepts/sessions.md#how-long-it-lasts",
  "cookie": "concepts/cookies.md#the-cookies",
  "CORS": "recipes/proxies_and_domains.md#a-front-end-on-another-domain",
  "nginx subpath": "recipes/proxies_and_domains.md#below-a-path",
  "rate limit": "recipes/limits.md#limits-and-captchas",
  "captcha on sign up": "challenge.md#captchas",
  "invite only sign up": "recipes/who_may_sign_in.md#only-people-you-have-invited",
  "ban user": "administration.md#ban-a-user",
  "impersonate": "recipes/impersonation.md#impersonation",
  "organizations": "recipes/organizations.md#organizations-and-invitations",
  "api keys": "recipes/api_keys.md#api-keys",
  "roles from azure ad groups": "recipes/user_in_session.md#roles-from-the-groups-of-a-company",
  "extra field at sign up (company name)": "sign_up.md#ask-for-a-name-and-your-own-fields",
  "update name and picture on each login": "recipes/user_in_session.md#keep-the-name-and-the-picture-fresh",
  "verify session in go / python service": "recipes/other_languages.md#a-server-in-go-or-python",
  "jwt verify": "recipes/other_languages.md#a-server-in-go-or-python",
  "webhook when user is created": "webhooks.md#webhooks",
  "import users from firebase auth0 clerk":
    "migration/hosted_services.md#from-clerk-auth0-supabase-or-firebase",
  "next-auth migration": "migration/auth_js.md#from-authjs-5",
  "migrate from arctic": "migration/arctic.md#from-arctic",
  "openauthjs": "migration/openauth.md#from-openauth",
  "skill for ai agents": "start/README.md#with-an-assistant",
  "cron cleanup expired sessions vercel": "recipes/databases.md#remove-expired-rows",
  "cli login": "recipes/mobile.md#a-command-line-tool",
  "rotate AUTH_SECRET": "recipes/sessions.md#rotate-the-secret",
  "upgrade": "recipes/deployment.md#update-without-downtime",
  "health check": "recipes/deployment.md#docker",
};

const copy = await copyOfRepository({ isRendered: true });
const search = await openSearch(copy);

test("the search answers at least forty questions first, as users type them", () => {
  assert.ok(Object.keys(QUESTIONS).length >= 40);
  assertFirst(Object.entries(QUESTIONS));
});

test("each word that stands on no page leads first to the heading that it is listed for", () => {
  assertFirst(
    Object.entries(SEARCH_TERMS).flatMap(([answer, words]) => words.map((word) => [word, answer] as const)),
  );
});

test("each heading that the search may find is on its page", async () => {
  const rendered = await temporaryFolder();
  await renderPages(copy, { out: rendered, base: "/" });
  const pages = Map.groupBy(search.headings, (heading) => heading.split("#")[0]!);
  assert.ok(pages.size > 200, String(pages.size));
  for (const [page, headings] of pages) {
    const html = await readFile(join(rendered, page.replace(/\/$/, "/index.html")), "utf8");
    const missing = headings.filter((heading) => {
      const anchor = decodeURIComponent(heading.split("#")[1] ?? "");
      return !anchor || !html.includes(` id="${anchor}"`);
    });
    assert.deepEqual(missing, []);
  }
});

function assertFirst(answers: readonly (readonly [text: string, answer: string])[]): void {
  const wrong = answers.flatMap(([text, answer]) => {
    const [file, anchor] = answer.split("#") as [string, string];
    const expected = `${linkOf(file)}#${anchor}`;
    const found = search.find(text).slice(0, 3);
    return found[0] === expected ? [] : [`"${text}" finds ${found.join(", ")} before ${expected}`];
  });
  assert.deepEqual(wrong, []);
}
