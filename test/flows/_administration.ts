/**
 * A world with `Administration()`: Grace is an administrator, Ada isn't.
 *
 * @module
 */

import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { runCall } from "../../src/core/functions.ts";
import { outside } from "../../src/core/outside.ts";
import {
  Administration,
  type AdministrationFeature,
  type AdministrationOptions,
} from "../../src/entries/administration.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { ADA, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { APP, cookieHeader } from "./_world.ts";

/** The address of the administrator. */
export const GRACE = "grace@example.com";

/** A world with administrators. */
export interface AdministrationWorld extends PasswordWorld {
  /** The addresses of administrators. */
  readonly admins: Set<string>;
  /** The functions outside of requests. */
  readonly administration: ReturnType<typeof administrationOf>;
  /** Calls a function as the user of a browser. @returns Its result, or what the session lacks. */
  call(browser: Browser, name: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Registers a user with a password; returns their id. */
  join(email?: string, browser?: Browser): Promise<string>;
}

/** Opens one. */
export function openAdministration(
  { features = [], isAdmin, may, hidesActing, staffPages = false, ...config }:
    & Parameters<typeof openPasswords>[0]
    & {
      readonly isAdmin?: (user: AdapterUser) => boolean | Promise<boolean>;
      readonly may?: AdministrationOptions["may"];
      readonly hidesActing?: boolean;
      readonly staffPages?: AdministrationOptions["pages"];
    } = {},
): AdministrationWorld {
  const admins = new Set([GRACE]);
  const administration = Administration({
    isAdmin: isAdmin ?? (({ email }) => admins.has(email ?? "")),
    ...may && { may },
    hidesActing,
    pages: staffPages,
  });
  const world = openPasswords({
    more: () => [Passkey()],
    ...config,
    features: [...features, administration],
  });
  return {
    ...world,
    admins,
    administration: administrationOf(world),
    async call(browser, name, ...params) {
      const headers = new Headers({ cookie: cookieHeader(browser), "sec-fetch-site": "same-origin" });
      const session = await world.sessionIn(browser) as { user: { email: string } } | null;
      const user = session && await world.db.adapter.getUserByEmail(session.user.email);
      const door = {
        userId: () => Promise.resolve(user?.id ?? null),
        signInUrl: () => "",
        canSetCookies: () => true,
      };
      const call = { name: "administration", call: name, params };
      const request = { method: "POST", url: `${APP}/admin`, headers };
      const { lack, value } = await runCall(request, call, door, world.config as AuthConfig) as Record<
        string,
        unknown
      >;
      return lack ?? value;
    },
    async join(email = ADA, browser = world.visitor()) {
      const page = await world.signUp({ email }, browser);
      await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      return String((await world.db.adapter.getUserByEmail(email))!.id);
    },
  };
}

/** The functions of a config outside of requests. */
export function administrationOf({ config }: Pick<PasswordWorld, "config">) {
  return outside(config as AuthConfig & { readonly features: readonly [AdministrationFeature] })
    .administration;
}
