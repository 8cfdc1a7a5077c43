/**
 * Mails about what has happened to an account where the database fails after the change.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AuthConfig, outside } from "../../mod.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { codesIn, openFactors, proveMailbox, secretIn } from "./_second_factor.ts";
import type { Page } from "../../src/testing/mod.ts";
import { toPerson } from "./_passkeys.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

/** A change of Ada's, what is stored of it, and the purpose of its mail. */
interface Change {
  readonly run: () => Promise<unknown>;
  readonly stored: () => Promise<unknown>;
  readonly purpose: string;
  /** Whether the answer says that it is done, with what only this answer shows. */
  readonly isDone?: (answer: unknown) => Promise<boolean>;
  /** Whether what must end with the change goes on. */
  readonly goesOn?: () => Promise<boolean>;
}

type World = ReturnType<typeof openFactors>;

const OTHER = { provider: "idp", providerAccountId: "ada" } as const;

/** Registers Ada, and gives her an account at a provider. @returns Her id. */
async function registerWithAccount(world: World): Promise<string> {
  await world.register();
  const [{ id: userId } = { id: "" }] = await world.db.users();
  await world.db.adapter.linkAccount({ ...OTHER, userId, type: "oauth" });
  return userId;
}

const hasAccount = async ({ db }: World) => await db.adapter.getUserByAccount(OTHER) !== null;

const enabledAt = async ({ db }: World) => {
  const [{ id: userId } = { id: "" }] = await db.users();
  return (await db.adapter.rows.find("secondFactors", { userId }))?.enabledAt;
};

const CHANGES: Readonly<Record<string, (world: World) => Promise<Change>>> = {
  async "a new password"(world) {
    await world.register();
    const page = await world.browser.open(`${APP}/auth/password`);
    const [{ id: userId } = { id: "" }] = await world.db.users();
    return {
      run: () => page.submit("/auth/password", { current: GOOD, password: BETTER }),
      stored: async () => (await world.db.adapter.rows.find("security", { userId }))?.passwordHash,
      purpose: "passwordChanged",
      isDone: async (answer) =>
        (answer as Page).url.includes("done=password-changed") && await world.session() !== null,
    };
  },
  async "a password that is reset"(world) {
    await world.register();
    const visitor = world.visitor();
    await world.forget(visitor);
    const page = await visitor.open(world.mails.at(-1)!.url);
    const [{ id: userId } = { id: "" }] = await world.db.users();
    return {
      run: () => page.submit("/auth/callback/password", { password: BETTER }).catch(() => null),
      stored: async () => (await world.db.adapter.rows.find("security", { userId }))?.passwordHash,
      purpose: "passwordChanged",
    };
  },
  async "a second factor that staff removes"(world) {
    await world.registerWithFactor();
    const [{ id: userId } = { id: "" }] = await world.db.users();
    const config = { ...world.config as AuthConfig, url: APP };
    const { reset } =
      (outside(config) as unknown as { secondFactor: { reset(id: string): Promise<boolean> } })
        .secondFactor;
    return {
      run: () => reset(userId).catch(() => null),
      stored: () => enabledAt(world),
      purpose: "secondFactorReset",
    };
  },
  async "a second factor that is turned on"(world) {
    await world.register();
    const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    const shown = await proveMailbox(page, world);
    const code = world.code({ secret: secretIn(shown) });
    return {
      run: () => shown.submit("/auth/second-factor-setup", { code }),
      stored: () => enabledAt(world),
      purpose: "secondFactorOn",
      isDone: (answer) => Promise.resolve(codesIn(answer as Page).length === 10),
    };
  },
  async "a second factor that is turned off"(world) {
    await world.register();
    await world.turnOn();
    const page = await world.browser.open(`${APP}/auth/account`);
    return {
      run: () => page.submit("/auth/second-factor-setup", { action: "off" }),
      stored: () => enabledAt(world),
      purpose: "secondFactorOff",
    };
  },
  async "a way to sign in that is added"(world) {
    await world.register();
    world.idp.login({ sub: "ada", name: "Ada", email: "king@other.example" });
    return {
      run: () => world.signIn({ provider: "idp", link: true }).catch(() => null),
      stored: () => hasAccount(world),
      purpose: "wayAdded",
    };
  },
  async "a passkey that is added"(world) {
    await world.register();
    const person = toPerson(world.browser, "passkey");
    const { options } = await person.ask({ action: "register", link: "true" });
    const data = await person.authenticator.create(options);
    return {
      run: () => person.answer("register", data, { link: "true" }),
      stored: async () => {
        const [{ id } = { id: "" }] = await world.db.users();
        return (await world.db.adapter.listAuthenticatorsByUserId(id)).length;
      },
      purpose: "wayAdded",
      isDone: async (answer) =>
        !(answer as Response).headers.get("location")?.includes("error=") && await world.session() !== null,
    };
  },
  async "a way to sign in that is removed, whose sessions end"(world) {
    await registerWithAccount(world);
    const thief = world.visitor();
    await world.enter(GOOD, thief);
    const page = await world.browser.open(`${APP}/auth/account`);
    const { accounts } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
    const { id } = accounts.find((each: { provider: string }) => each.provider === "idp");
    return {
      run: () => page.submit("/auth/account", { action: "remove", id }),
      stored: () => hasAccount(world),
      purpose: "wayRemoved",
      goesOn: async () => await world.sessionIn(thief) !== null,
    };
  },
};

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const [name, prepare] of Object.entries(CHANGES)) {
    testForms(
      `A user is told of ${name} wherever the database fails after it (LM-10), ${strategy}`,
      async () => {
        /** Runs the change with a fault at one call. Returns how many calls it makes, and whether it is stored without a mail. */
        const attempt = async (index: number | null, moment: "before" | "after" = "before") => {
          const world = openFactors({
            session: { strategy, revocationDelay: 0 },
            more: () => [Passkey()],
          });
          const { run, stored, purpose, isDone, goesOn } = await prepare(world);
          const [before, begun] = [await stored(), world.mails.length];
          const from = world.db.calls.length;
          if (index !== null) world.db.fault = { call: from + index, moment };
          const answer = await run();
          world.db.fault = null;
          const calls = world.db.calls.slice(from);
          const isStored = String(await stored()) !== String(before);
          const isTold = world.mails.slice(begun).some((mail) => mail.purpose === purpose);
          const saysSo = await isDone?.(answer) ?? true;
          const fault = isStored &&
            (isTold ? saysSo ? await goesOn?.() && "goes on" : "says that it failed" : "no mail");
          return { calls, isStored, fault: fault || null };
        };
        const { calls, ...whole } = await attempt(null);
        assert.deepEqual(whole, { isStored: true, fault: null });
        for (const [index, call] of calls.entries()) {
          // The mail itself needs the address.
          if (call.includes("getUser")) continue;
          // After it, its answer is lost.
          for (const moment of ["before", "after"] as const) {
            const { fault } = await attempt(index, moment);
            assert.equal(fault, null, `${index} ${moment} ${call}`);
          }
        }
      },
    );
  }
}
