import { Memory } from "../../src/adapters/memory/memory.ts";
import type { RowStore } from "../../src/model/store.ts";
import {
  findTokens,
  type ProviderTokens,
  type TokenTable,
  writeTokens,
} from "../../src/features/provider_tokens/rows.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** The account whose tokens are stored. */
export const ACCOUNT = { userId: "1", provider: "idp", providerAccountId: "ada" };

/** Tokens of an account; an access token that does not end. */
export const TOKENS: ProviderTokens = {
  accessToken: "a",
  expiresAt: null,
  issuedAt: 0,
  refreshToken: "r",
  scope: null,
  signedInAt: 0,
  origin: "hash",
  sent: null,
  ended: null,
};

/** A secret of a config. */
export const SECRET = "a-secret-of-forty-characters-for-tests-0";

/**
 * A database with the tokens of an account, whose pauses are over at once.
 *
 * @param leasedFor For how many milliseconds another request holds the lease. Default: none does.
 */
export async function openRow(tokens: Partial<ProviderTokens> = {}, leasedFor: number | null = null) {
  const base = testPlatform();
  /** Milliseconds that the caller has waited. */
  const waited: number[] = [];
  const platform = {
    ...base,
    timer(milliseconds: number, callback: () => void) {
      // A time limit, not a pause.
      if (milliseconds > 2000) return base.timer(milliseconds, callback);
      waited.push(milliseconds);
      base.tick(milliseconds / 1000);
      queueMicrotask(callback);
      return () => {};
    },
  };
  const memory = Memory();
  await memory.createUser({ id: "1", name: "Ada", email: null, emailVerified: null });
  /** A test may replace its methods. */
  const store: RowStore = { ...memory };
  const context: TokenTable & { readonly platform: typeof platform } = { platform, store, secrets: [SECRET] };
  const leaseUntil = leasedFor === null ? null : platform.now() + leasedFor;
  const change = { tokens: { ...TOKENS, ...tokens }, leaseUntil };
  await writeTokens(ACCOUNT, null, { change, table: context });
  const found = async () => (await findTokens(ACCOUNT, context))!;
  /** Changes the row as another request does. */
  async function replace(tokens: Partial<ProviderTokens>, leaseUntil: number | null = null) {
    const { row, tokens: before } = await found();
    await writeTokens(ACCOUNT, row, {
      change: { tokens: { ...before, ...tokens }, leaseUntil },
      table: context,
    });
  }
  return { context, store, waited, platform, found, replace };
}
