/**
 * Ada, who sets an authenticator app up: in a session, or in the middle of a sign-in.
 *
 * @module
 */

import { withRows } from "../_with_rows.ts";
import { type OpenedSetup, openSetup, requestOf } from "./_factor_setup.ts";
import { codeAt } from "../flows/_second_factor.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { confirmApp, type Enrolling, subjectOf } from "../../src/features/second_factor/enrol.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { findPending, type PendingSignIn, storePending } from "../../src/features/second_factor/pending.ts";
import { seal } from "../../src/crypto/seal.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { SignedIn } from "../../src/model/session.ts";
import type { Adapter, AdapterSecondFactor } from "../../src/adapters/contract/types.ts";
import type { Cookies } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

/** Of an authenticator app. */
export const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
/** Where the user wanted to go. */
export const HOME = "https://app.test/home";

/** What a test changes. */
interface Options {
  /** What is stored of Ada's second factor. */
  readonly row?: Partial<AdapterSecondFactor>;
  /** Whether the session goes on; it may change the database first. */
  readonly isLive?: (memory: OpenedSetup["memory"]) => boolean | Promise<boolean>;
  /** What happens once a second factor is stored. */
  readonly stored?: (memory: OpenedSetup["memory"]) => Promise<unknown>;
  /** Runs before each read of a second factor. */
  readonly reads?: () => Promise<unknown>;
  /** Providers of mails, in place of the others. */
  readonly providers?: AuthConfig["providers"];
  /** Replaces the step that lifts the session to level 2. */
  readonly raises?: () => Promise<never>;
  /** What happens when the session begins. */
  readonly issue?: () => Promise<never>;
}

/** Ada, who sets an app up, and what was done about her session and her mails. */
export async function world(
  { row, isLive = () => true, issue, stored, reads, raises, providers }: Options = {},
) {
  const memory = Memory() as Required<Adapter>;
  const adapter: Adapter = withRows(memory, "secondFactors", {
    async store(factor, ifVersion) {
      const isStored = await memory.rows.store("secondFactors", factor, ifVersion);
      await stored?.(memory);
      return isStored;
    },
    async find(key) {
      await reads?.();
      return await memory.rows.find("secondFactors", key);
    },
  });
  const config = { session: { strategy: "jwt" }, adapter, ...providers?.length && { providers } } as const;
  const opened = openSetup(config, { memory });
  const { platform } = opened;
  const issued: unknown[] = [];
  const logged: unknown[] = [];
  await memory.createUser({ id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null });
  if (row) await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), ...row }, null);
  const done: unknown[] = [];
  const setup = {
    ...opened.setup,
    logger: { ...opened.setup.logger, error: (error: unknown) => void logged.push(error) },
    sessions: {
      ...opened.setup.sessions,
      isLive: async () => await isLive(memory),
      issue: async (signedIn: Omit<SignedIn, "previous">, cookies: Cookies) => {
        issued.push([signedIn.amr, signedIn.signedInAt]);
        return await (issue?.() ?? opened.setup.sessions.issue(signedIn, cookies));
      },
      raise: (_: unknown, { amr }: { readonly amr: readonly string[] }) => {
        done.push(amr);
        return raises?.() ?? Promise.resolve({ value: "raised", expires: 5e12 });
      },
    },
    capabilities: new Set([
      { notify: ({ purpose }: { purpose: string }) => void done.push(purpose) },
      ...opened.setup.capabilities,
    ]) as never,
  };
  const step = Math.floor(platform.now() / 30_000);
  const session = (aal: 1 | 2 = 1, { userId = "ada", wasOn = false } = {}): Enrolling => ({
    kind: "session",
    session: { session: {}, userId, signedInAt: platform.now(), amr: ["pwd"], aal },
    label: "ada@example.com",
    mailbox: null,
    row: wasOn ? { ...noSecondFactor(userId), enabledAt: new Date(1) } : null,
  });
  const fieldOf = (enrolling: Enrolling, subject = subjectOf(enrolling)) =>
    seal({ subject, secret: SECRET }, { purpose: "second factor setup", maxAge: 60 }, setup);
  return {
    ...opened,
    setup,
    done,
    issued,
    logged,
    step,
    session,
    fieldOf,
    rowNow: async () => (await memory.rows.find("secondFactors", { userId: "ada" }))!,
    /** Confirms the secret with a code. */
    async confirm(enrolling: Enrolling, fields: object = {}) {
      const own = { setup: await fieldOf(enrolling), code: codeAt(SECRET, step), callbackUrl: "/home" };
      const request = await requestOf({ body: { ...own, ...fields } });
      const incoming = { ...request, headers: new Headers({ accept: "application/json" }) };
      return await confirmApp(enrolling, incoming, setup);
    },
    /** A sign-in of a user who must set it up. */
    async signIn(more: Partial<PendingSignIn> = {}) {
      const pending: PendingSignIn = {
        identity: {
          user: { id: "ada", name: "Ada", email: "ada@example.com" },
          account: { provider: "idp", providerAccountId: "ada", type: "credentials" },
          stored: {},
          amr: ["pwd"],
        },
        returnTo: HOME,
        intent: NO_INTENT,
        allowed: { kind: null, userId: "ada" },
        before: { generation: 0, email: "ada@example.com" },
        step: "enrol",
        label: "ada@example.com",
        ...more,
      };
      const { cookies } = await storePending(pending, setup);
      const waiting = (await findPending(await requestOf({ cookies }), setup))!;
      return {
        kind: "signIn",
        waiting,
        label: "ada@example.com",
        mailbox: null,
        row: null,
      } satisfies Enrolling;
    },
  };
}

/** The codes in an answer, and where it leads on. */
export const shown = (answer: object) => (answer as { json: { codes: readonly string[]; url: string } }).json;

/** Names and values of cookies. */
export const namesOf = ({ cookies = [] }: { cookies?: readonly SetCookie[] }) =>
  cookies.map(({ name }) => name);
