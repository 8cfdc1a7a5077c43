/**
 * Worlds with a database, a mailbox and a password. A test can look into the database, and make its calls fail.
 *
 * Take `openDatabase()` where users, accounts or stored sessions matter, with each of `ADAPTERS` if the answer depends on
 * the methods that the adapter has. A test that needs a request between two calls of the database takes
 * `interruptible()` of `_interruptible.ts`, one without a database `_world.ts`, one with real databases
 * `test/databases`.
 *
 * @module
 */

// deno-lint-ignore-file require-await -- a method that refuses rejects, as with a database; it does not throw.

import assert from "node:assert/strict";
import type { AuthConfig } from "../../mod.ts";
import type { ErrorType } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  NewCredentials,
  RowName,
  VerificationToken,
} from "../../src/adapters/contract/types.ts";
import type {
  CredentialsConfig,
  EmailConfig,
  OAuthConfig,
  VerificationRequest,
} from "../../src/model/provider.ts";
import { type Browser, type Page, testBrowser } from "../../src/testing/mod.ts";
import { withRows } from "../_with_rows.ts";
import { APP, oauth2, open, type World, type WorldOptions } from "./_world.ts";

/** A method of an adapter. */
export type Method = keyof Adapter;

/** Which call fails, and whether it has done its work by then. */
export interface Fault {
  /** Index in `calls`. */
  readonly call: number;
  /** `after`: what was to be stored is stored, but nobody hears of it. */
  readonly moment: "before" | "after";
  /** Whether all calls from then on fail before they do anything. */
  readonly lasting?: boolean;
}

/** A database that can be looked into. */
export interface Database {
  /** What the config is given, and what the application calls itself. */
  readonly adapter: Required<Adapter>;
  /** The methods that were called, oldest first; of rows, function and kind: `find security`. Empty it with `calls.length = 0`. */
  readonly calls: string[];
  /** What goes wrong. Default `null`. */
  fault: Fault | null;
  /** All users. */
  users(): Promise<readonly AdapterUser[]>;
  /** Which user each account belongs to, as `provider/providerAccountId: userId`. */
  accounts(): Promise<readonly string[]>;
  /** All sessions. */
  sessions(): Promise<readonly AdapterSession[]>;
  /** All tokens. */
  tokens(): readonly VerificationToken[];
}

/** A session as the browser gets it. */
export interface ShownSession {
  readonly user: Readonly<Record<string, unknown>>;
  readonly expires: string;
}

/** A world with a database. */
export interface DatabaseWorld extends World {
  readonly db: Database;
  /** The mails that were sent, oldest first. */
  readonly mails: MailOfBoth[];
  /** Asks for a mail at the built-in page. Returns the page that says that it is on its way. */
  ask(email?: string, browser?: Browser): Promise<Page>;
  /** Opens the newest mail's link. */
  follow(browser?: Browser): Promise<Page>;
  /** Types a password at the built-in page. */
  typePassword(password?: string, browser?: Browser): Promise<Page>;
  /** Another person, or the same one at another device. */
  visitor(): Browser;
  /** What `GET /auth/session` answers in a browser. */
  sessionIn<T = unknown>(browser: Browser): Promise<(ShownSession & T) | null>;
}

/** What a test wants otherwise. */
export interface DatabaseOptions extends Omit<WorldOptions, "adapter" | "providers" | "provider"> {
  /** The database. Default: in memory, with all optional methods. */
  readonly adapter?: Adapter;
  /** Fields of the provider `idp`. */
  readonly oauth?: Partial<OAuthConfig>;
  /** Fields of the provider `email`. */
  readonly email?: Partial<EmailConfig>;
  /** Fields of the provider `password`; `null` for a world without it. */
  readonly password?: Partial<CredentialsConfig> | null;
  /** Providers beside those three. */
  readonly more?: (world: World["idp"]) => AuthConfig["providers"];
}

/** The two kinds of database that everything has to work with. */
export const ADAPTERS: Readonly<Record<string, () => Adapter>> = {
  "an adapter with all methods": () => Memory(),
  "an adapter of Auth.js": () => new ReferenceAdapter(),
};

/** The password that is right for the user with id `1`. */
export const PASSWORD = "correct horse";

/** A request for a mail with link and code. */
export type MailOfBoth = VerificationRequest & { readonly code: string };

/** Opens a world with a database, and three ways to sign in: `idp`, `email` and `password`. */
export function openDatabase(
  { adapter = Memory(), oauth, email, password, more = () => [], ...config }: DatabaseOptions = {},
): DatabaseWorld {
  const db = watch(adapter);
  const mails: MailOfBoth[] = [];
  const mail: EmailConfig = {
    id: "email",
    name: "Email",
    type: "email",
    sendVerificationRequest: (request) => void mails.push(request as MailOfBoth),
    ...(!email?.sendVerificationRequest && { mails: "both" }),
    ...email,
  };
  const passwords: CredentialsConfig = {
    id: "password",
    name: "Password",
    type: "credentials",
    credentials: { password: { type: "password" } },
    authorize: async (typed) => typed.password === PASSWORD ? await db.adapter.getUser("1") : null,
    // The password is the same for all, and opens nothing but user 1: there is none to remove.
    revoke: () => false,
    ...password,
  };
  const world = open({
    ...config,
    adapter: db.adapter,
    providers: (idp) => [oauth2(idp, oauth), mail, ...(password === null ? [] : [passwords]), ...more(idp)],
  });
  const { browser, platform } = world;
  const page = (visitor: Browser) => visitor.open(`${APP}/auth/signin?callbackUrl=/home`);
  return {
    ...world,
    db,
    mails,
    ask: async (email = "ada@example.com", visitor = browser) =>
      await (await page(visitor)).submit("/auth/signin/email", { email }),
    follow: async (visitor = browser) => await visitor.open(mails.at(-1)!.url),
    typePassword: async (password = PASSWORD, visitor = browser) =>
      await (await page(visitor)).submit("/auth/callback/password", { password }),
    visitor: () => testBrowser(platform.sites, { now: platform.now }),
    sessionIn: async (visitor) => (await visitor.fetch(`${APP}/auth/session`)).json(),
  };
}

/** A user who is stored already. */
export async function storeUser(
  { db }: DatabaseWorld,
  user: Partial<AdapterUser> = {},
): Promise<AdapterUser> {
  return await db.adapter.createUser({
    id: "1",
    name: "Ada Lovelace",
    email: "ada@example.com",
    emailVerified: null,
    ...user,
  });
}

/** The session cookie of a browser, if it has one. */
export function sessionCookie(browser: Browser) {
  return browser.cookies(APP).find(({ name }) => name === "__Host-latchkey.session-token");
}

/** Asserts that a browser is signed in as a user. */
export async function assertSignedIn({ session, log }: DatabaseWorld, email: string) {
  assert.equal((await session())?.user.email, email, log());
}

/** Asserts that a sign-in ended at a page with this error, and that the browser is signed in to nothing. */
export async function assertFailed(
  { log, browser: first, sessionIn }: DatabaseWorld,
  page: Page,
  [path, error]: readonly ["signin" | "error" | "verify-request", ErrorType],
  browser: Browser = first,
): Promise<void> {
  const { origin, pathname, searchParams } = new URL(page.url);
  assert.deepEqual(
    [origin + pathname, searchParams.get("error")],
    [`${APP}/auth/${path}`, error],
    `${page.url}\n${log()}`,
  );
  assert.equal(sessionCookie(browser), undefined);
  assert.equal(await sessionIn(browser), null);
}

/** Makes an adapter one that can be looked into. */
export function watch(inner: Adapter): Database {
  const calls: string[] = [];
  const [users, sessions] = [new Set<string>(), new Set<string>()];
  const accounts = new Map<string, AccountKey>();
  const tokens = new Map<string, VerificationToken>();
  const db: Database = {
    adapter: {} as Required<Adapter>,
    calls,
    fault: null,
    users: async () => (await Promise.all([...users].map((id) => inner.getUser!(id)))).filter(isThere),
    accounts: async () => {
      const owned = [...accounts].map(async ([name, key]) => {
        const owner = await inner.getUserByAccount!(key);
        return owner && `${name}: ${owner.id}`;
      });
      return (await Promise.all(owned)).filter(isThere);
    },
    sessions: async () => {
      const found = await Promise.all([...sessions].map((token) => inner.getSessionAndUser!(token)));
      return found.filter(isThere).map(({ session }) => session);
    },
    tokens: () => [...tokens.values()],
  };
  const watched = seenCalls(inner, async (call, run, args) => {
    const moment = momentOf(db.fault, calls.push(call) - 1);
    if (moment === "before") throw new Error(`the connection was lost before ${call}`);
    const result = await run();
    remember(call, args, result);
    if (moment === "after") throw new Error(`the connection was lost after ${call}`);
    return result;
  });
  Object.assign(db.adapter, watched);
  return db;

  function remember(method: string, [first, second]: readonly unknown[], result: unknown): void {
    if (method === "createUser" || method === "createUserWithAccount") users.add((result as AdapterUser).id);
    const added: Partial<NewCredentials> = method === "addCredentials" && result
      ? first as NewCredentials
      : {};
    const session = method === "createSession" ? first as AdapterSession : added.session;
    if (session) sessions.add(session.sessionToken);
    const account = method === "linkAccount"
      ? first
      : method === "createUserWithAccount"
      ? second
      : added.account;
    if (account) {
      const { provider, providerAccountId } = account as AccountKey;
      accounts.set(`${provider}/${providerAccountId}`, { provider, providerAccountId });
    }
    const token = first as VerificationToken;
    if (method === "createVerificationToken") tokens.set(token.token, token);
    if (method === "useVerificationToken" && result) tokens.delete(token.token);
  }
}

/** A database in memory without the table of attempts: they are counted in this process. */
export function withoutAttempts(): Required<Adapter> {
  const missing = Object.assign(new Error("There is no table auth_attempts: run CREATE TABLE …"), {
    name: "MissingTableError",
  });
  const refuse = () => Promise.reject(missing);
  return withRows(Memory(), "attempts", { count: refuse, remove: refuse, takeBack: refuse });
}

/**
 * Gives a database other functions for rows of a kind, also while a config uses it.
 *
 * @returns Takes them back.
 */
export function changeRows<Name extends RowName>(
  { rows }: Required<Adapter>,
  kind: Name,
  change: Parameters<typeof withRows<Adapter, Name>>[2],
): () => void {
  const sound = { rows: { ...rows } };
  Object.assign(rows, withRows(sound, kind, change).rows);
  return () => void Object.assign(rows, sound.rows);
}

/**
 * An adapter as it is published for Auth.js: a class with private state, and the methods of Auth.js only.
 * As some of those do, it rejects when it is to remove what is not there.
 */
export class ReferenceAdapter implements Adapter {
  readonly #users = new Map<string, AdapterUser>();
  readonly #accounts = new Map<string, AdapterAccount>();
  readonly #sessions = new Map<string, AdapterSession>();
  readonly #tokens = new Map<string, VerificationToken>();

  async createUser(user: AdapterUser): Promise<AdapterUser> {
    const others = [...this.#users.values()];
    if (user.email && others.some(({ email }) => email === user.email)) throw new Error("UNIQUE users.email");
    return this.#add(this.#users, user.id, user);
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return structuredClone(this.#users.get(id) ?? null);
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    return structuredClone([...this.#users.values()].find((user) => user.email === email) ?? null);
  }

  async getUserByAccount({ provider, providerAccountId, ...more }: AccountKey): Promise<AdapterUser | null> {
    assertNone(more);
    const account = this.#accounts.get(`${provider}/${providerAccountId}`);
    return account ? await this.getUser(account.userId) : null;
  }

  async updateUser(user: Partial<AdapterUser> & { id: string }): Promise<AdapterUser> {
    return structuredClone(Object.assign(this.#users.get(user.id)!, user));
  }

  async deleteUser(id: string): Promise<void> {
    this.#remove(this.#users, id);
    for (const owned of [this.#accounts, this.#sessions]) {
      for (const [key, { userId }] of owned) if (userId === id) owned.delete(key);
    }
  }

  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    if (!this.#users.has(account.userId)) throw new Error("FOREIGN KEY accounts.userId");
    return this.#add(this.#accounts, `${account.provider}/${account.providerAccountId}`, account);
  }

  async unlinkAccount({ provider, providerAccountId, ...more }: AccountKey): Promise<void> {
    assertNone(more);
    this.#remove(this.#accounts, `${provider}/${providerAccountId}`);
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    if (!this.#users.has(session.userId)) throw new Error("FOREIGN KEY sessions.userId");
    return this.#add(this.#sessions, session.sessionToken, session);
  }

  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const session = this.#sessions.get(sessionToken);
    const user = session && await this.getUser(session.userId);
    return user ? { session: structuredClone(session), user } : null;
  }

  async updateSession(
    session: Partial<AdapterSession> & { sessionToken: string },
  ): Promise<AdapterSession | null> {
    const stored = this.#sessions.get(session.sessionToken);
    return stored ? structuredClone(Object.assign(stored, session)) : null;
  }

  async deleteSession(sessionToken: string): Promise<void> {
    this.#remove(this.#sessions, sessionToken);
  }

  async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
    return this.#add(this.#tokens, `${token.identifier} ${token.token}`, token);
  }

  async useVerificationToken(
    { identifier, token }: Pick<VerificationToken, "identifier" | "token">,
  ): Promise<VerificationToken | null> {
    const stored = this.#tokens.get(`${identifier} ${token}`) ?? null;
    this.#tokens.delete(`${identifier} ${token}`);
    return stored;
  }

  #add<T extends object>(table: Map<string, T>, key: string, row: T): T {
    if (table.has(key)) throw new Error(`UNIQUE ${key}`);
    table.set(key, structuredClone(row));
    return structuredClone(row);
  }

  #remove(table: Map<string, unknown>, key: string): void {
    if (!table.delete(key)) throw new Error(`there is no row ${key}`);
  }
}

/** Prisma refuses an argument that it does not know. */
function assertNone(more: object): void {
  assert.deepEqual(more, {}, "unknown arguments");
}

/**
 * An adapter whose calls are told to `seen`: the method, or function and kind of rows, such as `find security`; what makes the
 * call; and its arguments.
 */
export function seenCalls(
  adapter: Adapter,
  seen: (call: string, run: () => unknown, args: readonly unknown[]) => unknown,
): Required<Adapter> {
  const seenIn = (
    owner: object,
    methods: readonly string[],
    nameOf: (method: string, kind: unknown) => string,
  ) =>
    Object.fromEntries(methods.map((method) => {
      const call = (owner as Record<string, (...args: unknown[]) => unknown>)[method]!;
      return [
        method,
        (...args: unknown[]) => seen(nameOf(method, args[0]), () => call.apply(owner, args), args),
      ];
    }));
  const { rows } = adapter;
  const beside: Adapter["beside"] = (rows) => seenCalls(adapter.beside!(rows) as Adapter, seen);
  return {
    ...seenIn(adapter, methodsOf(adapter), (method) => method),
    ...(adapter.beside && { beside }),
    ...(rows && {
      rows: seenIn(
        rows,
        Object.keys(rows),
        (method, kind) => method === "removeOwned" ? method : `${method} ${kind}`,
      ),
    }),
  } as unknown as Required<Adapter>;
}

/** The methods of an adapter, be it an object or an instance of a class. */
export function methodsOf(adapter: Adapter): readonly Method[] {
  const names = [...Object.keys(adapter), ...Object.getOwnPropertyNames(Object.getPrototypeOf(adapter))];
  return names.filter((name): name is Method =>
    name !== "constructor" && name !== "beside" && !(name in Object.prototype) &&
    typeof (adapter as Record<string, unknown>)[name] === "function"
  );
}

function momentOf(fault: Fault | null, index: number): Fault["moment"] | null {
  if (fault?.call === index) return fault.moment;
  return fault?.lasting && fault.call < index ? "before" : null;
}

function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
