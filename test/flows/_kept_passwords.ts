/**
 * A world in which the library keeps the passwords.
 *
 * Take `openPasswords()` for all tests of `Password()`, and define them with `testForms()` of `_password_forms.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { hashPassword } from "../../src/crypto/password.ts";
import type { PasswordSettings } from "../../src/model/provider.ts";
import { Password } from "../../src/providers/password.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { APP } from "./_world.ts";

/** The address of Ada. */
export const ADA = "ada@example.com";

/** A password that may be set. */
export const GOOD = "lovely engine weaves";

/** Another one. */
export const BETTER = "seven purple teapots";

/** A world in which the library keeps the passwords. */
export interface PasswordWorld extends DatabaseWorld {
  /** Fills in the form that creates an account. */
  signUp(fields?: { email?: string; password?: string }, browser?: Browser): Promise<Page>;
  /** Fills in the form of the sign-in page. */
  enter(password?: string, browser?: Browser, email?: string): Promise<Page>;
  /** Asks for a mail to set a new password. */
  forget(browser?: Browser, email?: string): Promise<Page>;
  /** Creates the account of Ada, and confirms its address with the code. */
  register(password?: string): Promise<void>;
  /** What the newest mail is for. */
  lastPurpose(): string | undefined;
}

/** Opens one. Browsers count as known: `unknown_browsers_test.ts` asks what happens in others. */
export function openPasswords(
  { options, more = () => [], ...rest }: Omit<DatabaseOptions, "password"> & {
    readonly options?: PasswordSettings;
  } = {},
): PasswordWorld {
  const password = Password({ unknownBrowsers: "allow", ...options });
  const world = openDatabase({ ...rest, password: null, more: (idp) => [password, ...more(idp)] });
  const { browser, mails } = world;
  const self: PasswordWorld = {
    ...world,
    signUp: async ({ email = ADA, password = GOOD } = {}, visitor = browser) =>
      await (await visitor.open(`${APP}/auth/signup?callbackUrl=/home`)).submit("/auth/signup", {
        email,
        password,
      }),
    enter: async (password = GOOD, visitor = browser, email = ADA) =>
      await (await visitor.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/callback/password", {
        email,
        password,
      }),
    forget: async (visitor = browser, email = ADA) =>
      await (await visitor.open(`${APP}/auth/forgot-password?callbackUrl=/home`)).submit(
        "/auth/forgot-password",
        {
          email,
        },
      ),
    async register(password = GOOD) {
      const page = await self.signUp({ password });
      const done = await page.submit("/auth/callback/password", { code: mails.at(-1)!.code });
      assert.equal(done.url, `${APP}/home`, world.log());
    },
    lastPurpose: () => mails.at(-1)?.purpose,
  };
  return self;
}

/** Stores Ada, who has confirmed her address, with a hash of a password, or none. */
export async function storeConfirmed({ db }: Pick<PasswordWorld, "db">, passwordHash: string | null) {
  await db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: new Date(0) });
  const row = { userId: "1", generation: 0, passwordIsProven: true, passwordSetAt: null };
  await db.adapter.rows.store("security", { ...row, passwordHash }, null);
}

/** Stores Ada with the password `GOOD`, as an application imports her: her address was never confirmed. */
export async function importUser({ db }: Pick<PasswordWorld, "db">, password = GOOD): Promise<void> {
  await db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
  const row = { userId: "1", generation: 0, passwordIsProven: false, passwordSetAt: null };
  await db.adapter.rows.store("security", { ...row, passwordHash: await hashPassword(password) }, null);
}
