/**
 * A process that asks for access tokens: `deno run -A _token_process.ts <Start as JSON>`. It reads `Command`s, one in a line, and
 * prints an `Outcomes` for each that asks. At the step of `death` it prints `{ at }`, and goes on no further: it is killed there.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import type { AuthConfig } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { connect } from "./_shared_databases.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";
import { getAccessToken } from "../flows/_outside.ts";

/** Steps of a renewal at which a process dies, in their order. */
export const STEPS = [
  "before the lease is stored",
  "after the lease is stored",
  "before the request",
  "while the provider works",
  "before the answer is stored",
  "after the answer is stored",
] as const;

/** A step of a renewal. */
export type Step = (typeof STEPS)[number];

/** How a process begins. */
export interface Start {
  readonly database: string;
  readonly where: string;
  readonly issuer: string;
  readonly secret: string;
  readonly death: Step | null;
  /** By how much its clock is ahead, in milliseconds. */
  readonly ahead: number;
}

/** What a process is told. */
export interface Command {
  /** The clock goes on by this many milliseconds. */
  readonly tick?: number;
  /** How many callers ask for a token at the same time. */
  readonly callers?: number;
  readonly userId?: string;
  readonly rejected?: string;
  /** `refreshGrace` of the provider, in seconds. */
  readonly refreshGrace?: number;
}

/** What the callers of one command got: a token, the code of `ReconnectRequired`, or the error as a text. */
export interface Outcomes {
  readonly outcomes: readonly string[];
}

/** Callers of one process. */
export interface Asker {
  /** Lets its clock go on. */
  tick(milliseconds: number): void;
  /** Asks for a token with as many callers as the command says. */
  ask(command: Command): Promise<Outcomes["outcomes"]>;
}

/** Dependencies of callers. */
export interface AskerContext extends Pick<Start, "issuer" | "secret" | "ahead"> {
  readonly adapter: Required<Adapter>;
  /** Called at each step. Never returns if the process has died there. */
  readonly reach: (step: Step) => Promise<void>;
}

/** Creates the callers of one process. */
export function createAsker({ adapter, issuer, secret, ahead, reach }: AskerContext): Asker {
  let clock = ahead;
  const dying = withRows(adapter, "providerTokens", dyingWrites(reach));
  const fetch: typeof webPlatform.fetch = async (input, init) => {
    const isRenewal = String(init?.body).includes("refresh_token");
    if (isRenewal) await reach("before the request");
    const answer = webPlatform.fetch(input, init);
    if (isRenewal) await reach("while the provider works");
    return await answer;
  };
  const platform = { ...webPlatform, now: () => Date.now() + clock, fetch };
  const configFor = (refreshGrace: number | undefined): AuthConfig => ({
    platform,
    adapter: dying,
    features: [AccessTokens()],
    secret,
    url: "https://app.test",
    logger: { error: () => {} },
    providers: [{
      id: "idp",
      name: "Real",
      type: "oidc",
      issuer,
      clientId: "app",
      clientSecret: "the-secret-of-the-client-at-the-provider",
      token: { ...(refreshGrace !== undefined && { refreshGrace }) },
    }],
  });
  return {
    tick: (milliseconds) => void (clock += milliseconds),
    async ask({ callers = 0, userId, rejected, refreshGrace }) {
      const config = configFor(refreshGrace);
      return await Promise.all(Array.from({ length: callers }, async () => {
        try {
          return await getAccessToken({ userId: userId!, provider: "idp", rejected }, config);
        } catch (error) {
          return error instanceof ReconnectRequired ? error.code : String(error);
        }
      }));
    },
  };
}

/** Does what its input says. */
async function run({ database, where, death, ...start }: Start): Promise<void> {
  const { adapter } = await connect(database, where);
  const { tick, ask } = createAsker({
    ...start,
    adapter,
    async reach(step) {
      if (step !== death) return;
      print({ at: step });
      await new Promise(() => {});
    },
  });
  print({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const command: Command = JSON.parse(line);
    tick(command.tick ?? 0);
    if (command.callers) void ask(command).then((outcomes) => print({ outcomes }));
  }
}

function dyingWrites(reach: (step: Step) => Promise<void>) {
  return (sound: OwnRows<"providerTokens">): Partial<OwnRows<"providerTokens">> => ({
    async store(row, ifVersion) {
      const [before, after] = row.leaseUntil
        ? ["before the lease is stored", "after the lease is stored"] as const
        : ["before the answer is stored", "after the answer is stored"] as const;
      await reach(before);
      const isStored = await sound.store(row, ifVersion);
      await reach(after);
      return isStored;
    },
  });
}

function print(line: object): void {
  console.log(JSON.stringify(line));
}

if (import.meta.main) await run(JSON.parse(process.argv[2]!));
