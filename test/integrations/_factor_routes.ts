/**
 * An application with passwords, second factors and sessions in tokens behind an integration, and a browser that asks it.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { DOORS } from "./_doors.ts";

/** The password of all users. */
const PASSWORD = "lovely engine weaves";

/** What a test decides of the application. */
interface FactorRoutes {
  /** The integration, as `DOORS` names it. */
  readonly door: string;
  readonly callbacks: AuthConfig["callbacks"];
  /** Takes the code of a mail. */
  readonly send: (code: string) => void | Promise<void>;
  /** The names of the users. `toEmail` of a name is the address. */
  readonly users: readonly string[];
  /** What the routes do, by their paths. */
  readonly routes: Readonly<Record<string, (auth: FactorAuth, fields: URLSearchParams) => Promise<unknown>>>;
}

/** The `auth` of a request. */
export type FactorAuth = RequestAuth<ReturnType<typeof configOf>>;

/** Asks a route, with the cookies that the browser has. Returns its value, or the type of the error. */
export type Ask = (path: string, fields?: Readonly<Record<string, string>>) => Promise<{
  readonly value?: unknown;
  readonly failure?: string;
}>;

/** The address of a user. */
export function toEmail(name: string): string {
  return `${name}@example.com`;
}

/** Signs a user in with their password. */
export async function enter(auth: FactorAuth, name: string): Promise<string> {
  const fields = { email: toEmail(name), password: PASSWORD };
  return await auth.signIn({ providerId: "password", fields, redirectTo: "/home" });
}

/** Runs a test against the application on a real socket. */
export async function withFactorRoutes(
  { door, callbacks, send, users, routes }: FactorRoutes,
  run: (ask: Ask) => Promise<void>,
): Promise<void> {
  const adapter = Memory();
  for (const name of users) {
    const user = { id: name, email: toEmail(name), emailVerified: new Date() };
    const { id } = await adapter.createUser(user);
    const row = { userId: id, generation: 0, passwordIsProven: true, passwordSetAt: new Date() };
    await adapter.rows.store("security", { ...row, passwordHash: await hashPassword(PASSWORD) }, null);
  }
  const route = async (path: string, auth: FactorAuth) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    try {
      return { status: 200, body: { value: await routes[pathname]!(auth, searchParams) } };
    } catch (error) {
      return { status: 400, body: { failure: (error as { type?: string }).type ?? String(error) } };
    }
  };
  await using server = await DOORS[door]!(configOf({ adapter, callbacks, send }), route);
  const jar = new Map<string, string>();
  await run(async (path, fields = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${server.url}${path}?${new URLSearchParams(fields)}`, {
      method: "POST",
      headers: { origin: server.url, cookie },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";", 1)[0]!.split("=", 2);
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return await response.json();
  });
}

function configOf(
  { adapter, callbacks, send }: Pick<FactorRoutes, "callbacks" | "send"> & {
    readonly adapter: ReturnType<typeof Memory>;
  },
) {
  return {
    secret: "a-secret-of-more-than-32-characters",
    trustHost: true,
    adapter,
    limits: false,
    logger: { error() {}, warn() {} },
    providers: [
      Password({ unknownBrowsers: "allow" }),
      Email({
        mails: "both",
        notices: true,
        sendVerificationRequest: ({ code }) => code ? send(code) : undefined,
      }),
    ],
    session: { strategy: "jwt" },
    features: [SecondFactor()],
    pages: { secondFactor: "/prove", secondFactorSetup: "/setup" },
    callbacks,
  } satisfies AuthConfig;
}
