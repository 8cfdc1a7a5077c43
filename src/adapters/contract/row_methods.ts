/**
 * The functions of an adapter that read and write one kind of rows each.
 *
 * @module
 */

import { type RowEngine, rowsOf } from "./row_kind.ts";
import { ROW_KINDS } from "./row_kinds.ts";
import type { Adapter, AdapterAttempts, AdapterProviderSession, ProviderSessionKey } from "./types.ts";

/** The functions, on a database that stores rows of all kinds. */
export function rowMethods(engine: RowEngine) {
  const security = rowsOf(engine, ROW_KINDS.security);
  const secondFactors = rowsOf(engine, ROW_KINDS.secondFactors);
  const pendingSignIns = rowsOf(engine, ROW_KINDS.pendingSignIns);
  const providerTokens = rowsOf(engine, ROW_KINDS.providerTokens);
  const providerSessions = rowsOf(engine, ROW_KINDS.providerSessions);
  return {
    getSecurity: (userId) => security.find({ userId }),
    setSecurity: security.store,
    countAttempts: async ({ now, ...added }) =>
      await engine.count(ROW_KINDS.attempts, added, now) as unknown as AdapterAttempts,
    async forgetAttempts(key, count) {
      if (count === undefined) await engine.remove(ROW_KINDS.attempts, { key });
      else await engine.takeBack(ROW_KINDS.attempts, { key }, count);
    },
    getSecondFactor: (userId) => secondFactors.find({ userId }),
    setSecondFactor: secondFactors.store,
    listSecondFactors: (after, limit) =>
      secondFactors.list({}, { after: after === null ? null : { userId: after }, limit }),
    getPendingSignIn: (id) => pendingSignIns.find({ id }),
    setPendingSignIn: pendingSignIns.store,
    deletePendingSignIn: (id) => pendingSignIns.remove({ id }),
    listProviderTokensByUserId: (userId) => providerTokens.list({ userId }),
    setProviderTokens: providerTokens.store,
    deleteProviderTokens: providerTokens.remove,
    listProviderTokens: (after, limit) => providerTokens.list({}, { after, limit }),
    getProviderSession: (id) => providerSessions.find({ id }),
    setProviderSession: (session) => providerSessions.store(session),
    deleteProviderSession: (id) => providerSessions.remove({ id }),
    listProviderSessions: (of, page) =>
      providerSessions.list(
        fieldsOf(of),
        page && { ...page, after: page.after === null ? null : { id: page.after } },
      ),
  } satisfies Adapter;
}

/** Other fields of what a caller hands in do not count. */
function fieldsOf(of: ProviderSessionKey): Partial<AdapterProviderSession> {
  if ("userId" in of) return { userId: of.userId };
  const { provider } = of;
  return "sid" in of ? { provider, sid: of.sid } : { provider, sub: of.sub };
}
