/**
 * A world with `SignUp()`, and the ways to sign in, in which Ada is nobody yet.
 *
 * @module
 */

import { SignUp, type SignUpOptions } from "../../src/entries/sign_up.ts";
import { type ProfileOptions, UserProfile } from "../../src/entries/user_profile.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { createAuthenticator } from "./_authenticator.ts";
import type { DatabaseOptions } from "./_database.ts";
import { ADA, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { send } from "./_send.ts";
import { APP, oauth2 } from "./_world.ts";

const FIELDS = {
  company: { label: "Company", type: "text", required: true },
  team: { label: "Team", type: "choice", choices: { red: "Red", blue: "Blue" } },
  born: { label: "Born", type: "date" },
} as const;

const TERMS = { theme: { name: "Acme", links: { terms: "/terms", privacy: "/privacy" } } } as const;

/** A world with all ways to sign in, in which Ada is nobody yet. */
export function openSignUp(
  options: SignUpOptions = { fields: ["name", "company", "team", "born"] },
  { profile = { fields: FIELDS }, ...config }: WorldOptionsToo = {},
): PasswordWorld {
  const world = openPasswords({
    ...TERMS,
    ...config,
    features: [UserProfile(profile), SignUp(options), ...config.features ?? []],
    more: (idp) => [Passkey(), oauth2(idp, { id: "other", name: "Other" })],
  });
  world.idp.login({ sub: "ada", email: ADA, email_verified: true });
  return world;
}

/** The options of the world beside those of sign-up. */
interface WorldOptionsToo
  extends Pick<DatabaseOptions, "adapter" | "features" | "callbacks" | "oauth" | "session" | "pages"> {
  readonly profile?: ProfileOptions;
}

/** The ways to sign in, up to the page behind the proof. */
export const WAYS: Readonly<Record<string, (world: PasswordWorld, visitor: Browser) => Promise<Page>>> = {
  "a provider": async (_, visitor) =>
    await (await visitor.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp"),
  async "a link by email"(world, visitor) {
    await world.ask(ADA, visitor);
    return await world.follow(visitor);
  },
  async "a code by email"(world, visitor) {
    const page = await world.ask(ADA, visitor);
    return await page.submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
  },
  async "a passkey"(_, visitor) {
    const authenticator = createAuthenticator(APP);
    const asked = await visitor.fetch(`${APP}/auth/webauthn-options/passkey?action=register&email=${ADA}`);
    const { options } = await asked.json();
    const data = JSON.stringify(await authenticator.create(options));
    const { headers } = await send(visitor, "callback/passkey", {
      action: "register",
      data,
      callbackUrl: "/home",
    });
    return await visitor.open(headers.get("location")!);
  },
};
