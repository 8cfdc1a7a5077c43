/**
 * Any order of reading and changing the session in one request, with a token that `callbacks.jwt` renews at each access, as
 * a recipe does with refresh tokens that work once.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { config as base, IDP } from "./_application.ts";
import { DOORS, type Route } from "./_doors.ts";

/** Turns of tokens that `callbacks.jwt` has received, and those that it received twice. */
const seen = new Set<unknown>();
const twice: unknown[] = [];
let turns = 0;

const config = {
  ...base,
  providers: [
    IDP,
    Credentials({ credentials: { name: {} }, authorize: ({ name }) => ({ id: "1", name: String(name) }) }),
  ],
  callbacks: {
    jwt({ token, trigger, session }) {
      if (token.turn !== undefined && seen.has(token.turn)) twice.push(token.turn);
      seen.add(token.turn);
      const text = trigger === "update" ? String(session) : token.text;
      return { ...token, text, turn: ++turns };
    },
    session: ({ session, token }) => ({ ...session, text: token?.text ?? null }),
  },
} satisfies AuthConfig;

/** What a route does with the session. */
interface Changes {
  read(): Promise<{ user: { name?: string | null }; text: unknown } | null>;
  begin(): Promise<unknown>;
  signIn(name: string): Promise<unknown>;
  signOut(): Promise<unknown>;
  update(text: string): Promise<unknown>;
}

const STEPS = ["read", "begin", "signIn", "signOut", "update"] as const;

/** Takes steps such as `read,update:a;signOut`: those between semicolons at the same time. Returns what each `read` has seen. */
async function take(url: string, changes: Changes): Promise<readonly unknown[]> {
  const shown: unknown[] = [];
  for (const group of new URL(url, "http://localhost").searchParams.get("steps")?.split(";") ?? []) {
    const results = await Promise.all(
      group.split(",").map(async (step) => {
        const [name, value = "", size = "0"] = step.split(":");
        if (name === "read") return [toShown(await changes.read())];
        await changes[name as Exclude<keyof Changes, "read">](value.padEnd(Number(size), "x"));
        return [];
      }),
    );
    shown.push(...results.flat());
  }
  return shown;
}

function toShown(session: Awaited<ReturnType<Changes["read"]>>): readonly unknown[] | null {
  return session && [session.user.name, session.text];
}

/** The functions of `auth`, as on most servers. */
interface Auth {
  (): Promise<unknown>;
  signIn(action: object): Promise<unknown>;
  signOut(): Promise<unknown>;
  update(data: unknown): Promise<unknown>;
}

function toChanges(auth: Auth): Changes {
  return {
    read: auth as Changes["read"],
    begin: () => auth.signIn({ providerId: "idp" }),
    signIn: (name) => auth.signIn({ providerId: "credentials", fields: { name } }),
    signOut: () => auth.signOut(),
    update: (text) => auth.update(text),
  };
}

const route: Route<typeof config> = async (url, auth) => ({
  body: await take(url, toChanges(auth as Auth)),
});

for (const [name, open] of Object.entries(DOORS)) {
  test(
    `a request on ${name} may read and change the session in any order or at once, and nothing is lost or used twice`,
    seeded(async ({ below, pick }) => {
      await using listening = await open(config, route);
      for (let round = 0; round < chosenRounds({ here: 20, nightly: 300 }); round++) {
        const browser = testBrowser({ [listening.url]: (request) => fetch(request, { redirect: "manual" }) });
        await browser.open(`${listening.url}/auth/signin`).then((page) =>
          page.submit("/auth/callback/credentials", { name: "Ada" })
        );
        let session: [string, string | null] | null = ["Ada", null];
        for (let requests = 1 + below(3); requests > 0; requests--) {
          let steps = "";
          const expected: unknown[] = [];
          for (let left = 1 + below(5); left > 0; left--) {
            const step = pick(STEPS);
            // Some tokens are larger than a cookie.
            const size = pick([0, 0, 1500, 3500]);
            const name = `${step}${below(1000)}`;
            const value = name.padEnd(size, "x");
            steps += `${steps && pick(",;")}${step}:${name}:${size}`;
            if (step === "read") expected.push(session);
            if (step === "signIn") session = [value, null];
            if (step === "signOut") session = null;
            if (step === "update" && session) session = [session[0], value];
          }
          const url = `${listening.url}/?steps=${steps}`;
          const response = await browser.fetch(url, { method: "POST" });
          assert.deepEqual(await response.json(), expected, url);
          // A browser keeps a cookie for each path: an attempt is removed for all paths that it may have.
          const names = response.headers.getSetCookie().map((each) =>
            each.split("=", 1)[0]! + /; *Path=[^;]*/i.exec(each)
          );
          assert.equal(new Set(names).size, names.length, `${url}: ${names}`);
          const after = await (await browser.fetch(`${listening.url}/auth/session`)).json();
          assert.deepEqual(toShown(after), session, url);
          assert.deepEqual(twice.splice(0), [], url);
        }
      }
    }),
  );
}
