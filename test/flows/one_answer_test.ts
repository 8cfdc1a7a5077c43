/**
 * Mailed tokens, codes and challenges are used once, also where the database overwrites a token in place of refusing it, or
 * reads and removes it in two steps: as the adapters of Auth.js for DynamoDB, Redis, KV, Firestore and MongoDB do.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, VerificationToken } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { openDatabase } from "./_database.ts";
import { APP, cookieHeader } from "./_world.ts";

type Key = Pick<VerificationToken, "identifier" | "token">;

/** Lets other requests run, as a database does. */
async function pause(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 0));
}

const nameOf = ({ identifier, token }: Key) => `${identifier}:${token}`;

/** A database, and how many tokens it holds. */
interface Tokens {
  readonly count: () => number;
  readonly create: (row: VerificationToken) => void;
  /** Finds a row, and returns what removes it. */
  readonly find: (key: Key) => { readonly row: VerificationToken; readonly remove: () => unknown } | null;
  /** Whether another request may come between finding and removing. */
  readonly inTwoSteps: boolean;
}

/** Rows are replaced: Redis, Upstash, Unstorage, DynamoDB. */
function replacing(inTwoSteps: boolean): Tokens {
  const rows = new Map<string, VerificationToken>();
  return {
    inTwoSteps,
    count: () => rows.size,
    create: (row) => void rows.set(nameOf(row), row),
    find(key) {
      const row = rows.get(nameOf(key));
      return row ? { row, remove: () => rows.delete(nameOf(key)) } : null;
    },
  };
}

/** Each row is another one: Firestore, MongoDB. */
function adding(): Tokens {
  const rows = new Set<VerificationToken>();
  return {
    inTwoSteps: true,
    count: () => rows.size,
    create: (row) => void rows.add({ ...row }),
    find(key) {
      const row = [...rows].find((each) => nameOf(each) === nameOf(key));
      return row ? { row, remove: () => rows.delete(row) } : null;
    },
  };
}

/** An adapter as those of Auth.js: without methods of our own. */
function toAdapter(tokens: Tokens): Adapter {
  const memory: Adapter = Memory();
  for (const method of OWN) delete memory[method];
  return Object.assign(memory, {
    async createVerificationToken(row: VerificationToken) {
      await pause();
      tokens.create(row);
      return row;
    },
    async useVerificationToken(key: Key) {
      await pause();
      const found = tokens.find(key);
      if (tokens.inTwoSteps) await pause();
      found?.remove();
      return found?.row ?? null;
    },
  });
}

const OWN = [
  "createUserWithAccount",
  "updateAccount",
  "prolongSession",
  "addCredentials",
  "takeOverUser",
  "removeAccount",
  "updateAuthenticator",
  "listAccountsByUserId",
  "listSessionsByUserId",
  "deleteSessionsByUserId",
  "removeExpired",
] as const;

const DATABASES: Readonly<Record<string, () => Tokens>> = {
  "replaces a row and removes it in two steps": () => replacing(true),
  "replaces a row and removes it in one step": () => replacing(false),
  "adds a row": adding,
};

/** The library finds out with two rows of one key whether the database refuses the second. */
function replacingAfterFailure(): Tokens {
  const tokens = replacing(false);
  let calls = 0;
  return {
    ...tokens,
    create(row) {
      if (++calls === 2) throw new Error("throttled");
      tokens.create(row);
    },
  };
}

function openWith(database: Tokens) {
  const world = openDatabase({
    adapter: toAdapter(database),
    more: () => [Passkey()],
    // The limits would refuse some of 20 attempts at once.
    limits: false,
  });
  return { ...world, database };
}

const TRIED = { ...DATABASES, "replaces a row, and fails when it is tried": replacingAfterFailure };

for (const [how, create] of Object.entries(TRIED)) {
  test(`a challenge is answered once if the database ${how} (WA-32)`, async () => {
    const world = openWith(create());
    const { browser, database } = world;
    const authenticator = createAuthenticator(APP);
    const ask = async (query: string) =>
      (await (await browser.fetch(`${APP}/auth/webauthn-options/passkey?${query}`)).json()).options;
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    /** Sends an answer, with the cookies that the browser had before. */
    const send = async (cookie: string, fields: Record<string, string>) => {
      const request = new Request(`${APP}/auth/callback/passkey`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ csrfToken, callbackUrl: "/home", ...fields }),
      });
      return (await world.platform.sites[APP]!(request)).headers.get("location")!;
    };
    const cookies = () => cookieHeader(browser);
    const made = await authenticator.create(await ask("action=register&email=ada@example.com"), {});
    assert.equal(
      await send(cookies(), { action: "register", data: JSON.stringify(made) }),
      `${APP}/home`,
      world.log(),
    );
    const answer = await authenticator.get(await ask("action=authenticate"), {});
    const fields = { action: "authenticate", data: JSON.stringify(answer) };
    const before = cookies();
    const together = await Promise.all(Array.from({ length: 8 }, () => send(before, fields)));
    assert.equal(together.filter((url) => url === `${APP}/home`).length, 1, together.join("\n"));
    assert.equal(together.filter((url) => url.includes("error=InvalidCheck")).length, 7);
    for (let i = 0; i < 3; i++) assert.match(await send(before, fields), /error=InvalidCheck/);
    assert.equal(database.count(), 0, "no row stays");
  });
}

for (const [how, create] of Object.entries(DATABASES)) {
  test(`a mailed link is used once if the database ${how} (EM-28, KL-16)`, async () => {
    const world = openWith(create());
    await world.ask();
    const { url } = world.mails.at(-1)!;
    const cookie = cookieHeader(world.browser);
    const follow = async () => {
      const response = await world.platform.sites[APP]!(new Request(url, { headers: { cookie } }));
      return response.headers.get("location")!;
    };
    const together = await Promise.all(Array.from({ length: 8 }, follow));
    assert.equal(together.filter((each) => each === `${APP}/home`).length, 1, together.join("\n"));
    assert.match(await follow(), /error=Verification/);
  });

  test(`a code is tried five times, also by requests at the same time, if the database ${how} (EM-28)`, async () => {
    const world = openWith(create());
    await world.ask();
    const { code } = world.mails.at(-1)!;
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const cookie = cookieHeader(world.browser);
    const type = async (typed: string) => {
      const request = new Request(`${APP}/auth/callback/email`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ csrfToken, code: typed }),
      });
      return (await world.platform.sites[APP]!(request)).headers.get("location")!;
    };
    const wrong = Array.from(
      { length: 20 },
      (_, i) => String((Number(code) + i + 1) % 100_000_000).padStart(8, "0"),
    );
    const answers = await Promise.all(wrong.map(type));
    assert.equal(answers.filter((each) => each.includes("error=InvalidCode")).length, 4, answers.join("\n"));
    assert.match(await type(code), /error=TooManyWrongCodes/, "the code is dead");
  });
}
