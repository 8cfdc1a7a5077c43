/**
 * Sign-ins that end, without a provider: Ada, her account, her browsers, and what callbacks and events receive.
 *
 * @module
 */

import { openSetup, requestOf } from "../second_factor/_factor_setup.ts";
import { ADA, OAUTH } from "./_identities.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { SignInParams } from "../../src/model/callbacks.ts";
import { complete } from "../../src/sign_in/complete.ts";
import type { Identity } from "../../src/model/identity.ts";
import { type Ending, NO_INTENT } from "../../src/model/intent.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { SessionRead, SignedIn } from "../../src/model/session.ts";
import type { Capability, Setup } from "../../src/setup/setup.ts";
import type { Adapter, AdapterAccount, AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Outcome } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

/** Where the user wanted to go. */
export const HOME = "https://app.test/home";

/** How long a session is fresh, in seconds. */
export const FRESH_AGE = 3600;

/** Ada's account at the provider, as it is stored. {@linkcode OAUTH} proves it. */
export const ACCOUNT: AdapterAccount = {
  userId: "ada",
  provider: "idp",
  providerAccountId: "sub",
  type: "oidc",
};

/** An account at the provider that no one has, of another address. */
export const NEW: Identity = {
  ...OAUTH,
  user: { id: "derived", name: "New", email: "new@example.com", image: null },
  account: { ...OAUTH.account, providerAccountId: "new" },
};

/** A user whom the application itself has found. */
export const FOUND: Identity = {
  user: { id: "ada", name: "Ada" },
  account: { provider: "typed", type: "credentials", providerAccountId: "ada" },
  stored: {},
  credentials: { username: "ada" },
};

/** A browser, with the cookies that the library has set. */
export class Browser {
  readonly #cookies = new Map<string, SetCookie>();

  /** The cookies. */
  get cookies(): readonly SetCookie[] {
    return [...this.#cookies.values()];
  }

  /** Stores and removes the cookies of an answer. */
  receive({ cookies = [] }: Pick<Outcome, "cookies">): this {
    for (const cookie of cookies) {
      if (cookie.options.maxAge === 0) this.#cookies.delete(cookie.name);
      else this.#cookies.set(cookie.name, cookie);
    }
    return this;
  }
}

type Config = Parameters<typeof openSetup>[0] & object;

/** What a test changes. */
export interface WorldOptions extends Omit<Config, "session" | "accounts"> {
  /** Default `database`. */
  readonly strategy?: "database" | "jwt";
  /** Replaces methods of the database. */
  readonly methods?: (memory: Required<Adapter>) => Partial<Record<keyof Adapter, unknown>>;
  /** The users. Default: Ada. */
  readonly users?: readonly AdapterUser[];
  /** The accounts. Default: Ada's. */
  readonly accounts?: readonly AdapterAccount[];
  /** Runs while `callbacks.signIn` does. */
  readonly meanwhile?: () => unknown;
  /** A capability that takes part. */
  readonly hook?: Partial<Capability>;
  /** Changes what is read of a session. */
  readonly reads?: (read: SessionRead | null) => SessionRead | null;
}

/** Opens a world. */
export async function world(
  {
    strategy = "database",
    methods = () => ({}),
    users = [ADA],
    accounts = [ACCOUNT],
    meanwhile = () => {},
    hook,
    reads = (read) => read,
    ...config
  }: WorldOptions = {},
) {
  const memory = Memory() as Required<Adapter>;
  const asked: SignInParams[] = [];
  const told: [string, unknown][] = [];
  const steps: [string, unknown][] = [];
  const logged: unknown[] = [];
  const tells = (name: string) => (message: unknown) => void told.push([name, message]);
  const { setup: opened, platform } = openSetup({
    providers: [IDP, TYPED] as AuthConfig["providers"],
    adapter: { ...memory, ...methods(memory) } as unknown as Adapter,
    session: { strategy, freshAge: FRESH_AGE },
    events: { signIn: tells("signIn"), createUser: tells("createUser"), linkAccount: tells("linkAccount") },
    logger: {
      debug: (step, facts) => void (facts && steps.push([step, facts])),
      warn: () => {},
      error: (error) => void logged.push(error),
    },
    ...config,
    callbacks: {
      async signIn(params) {
        asked.push({ ...params });
        await meanwhile();
        return true;
      },
      ...config.callbacks,
    },
  }, { memory });
  const identify: Setup["sessions"]["identify"] = async (cookies) =>
    reads(await opened.sessions.identify(cookies));
  const setup = {
    ...opened,
    sessions: { ...opened.sessions, identify },
    ...(hook && { capabilities: new Set([hook]) as never }),
  } as Setup;
  for (const user of users) await memory.createUser(user);
  for (const account of accounts) await memory.linkAccount(account);

  /** A browser in which a user has signed in. */
  const signedIn = async (more: Partial<SignedIn> = {}) => {
    const first = { user: ADA, account: OAUTH.account, isNewUser: false, ...more };
    const token = await opened.sessions.issue(first, new Map());
    return new Browser().receive({ cookies: opened.sessions.toCookies(token, new Map()) });
  };
  /** Ends a sign-in in a browser, which receives the answer. */
  const finish = async (
    identity: Identity,
    { browser = new Browser(), userAgent = "", ...ending }: Partial<Ending> & {
      readonly browser?: Browser;
      readonly userAgent?: string;
    } = {},
  ) => {
    const incoming = await requestOf({ cookies: browser.cookies, userAgent });
    const outcome = await complete(
      identity,
      { incoming, returnTo: HOME, intent: NO_INTENT, ...ending },
      setup,
    );
    browser.receive(outcome);
    return outcome;
  };
  /** The session of a browser; `null` if no one is signed in. */
  const read = async (browser: Browser) => {
    const { cookies } = await requestOf({ cookies: browser.cookies });
    const found = await opened.sessions.identify(cookies);
    return found?.userId ? found : null;
  };
  const signOut = async (browser: Browser) =>
    await opened.sessions.revoke((await requestOf({ cookies: browser.cookies })).cookies);
  const ownerOf = async ({ account: { provider, providerAccountId } }: Identity) =>
    (await memory.getUserByAccount({ provider, providerAccountId }))?.id ?? null;
  return { memory, setup, platform, asked, told, steps, logged, signedIn, finish, read, signOut, ownerOf };
}

const IDP = {
  id: "idp",
  name: "Fake",
  type: "oauth",
  clientId: "c",
  clientSecret: "s",
  authorization: "https://idp.test/authorize",
  token: "https://idp.test/token",
  userinfo: "https://idp.test/userinfo",
};

const TYPED = {
  id: "typed",
  name: "Typed",
  type: "credentials",
  credentials: {},
  authorize: () => null,
  // A takeover removes the password.
  revoke: () => true,
};
