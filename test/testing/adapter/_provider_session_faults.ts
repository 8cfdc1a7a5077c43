/**
 * Faults of adapters that store sessions that began at a provider.
 *
 * @module
 */

import type { Adapter, AdapterProviderSession } from "../../../src/adapters/contract/types.ts";
import { type Change, type Faults, pause } from "./_fault.ts";

const ALL = "setProviderSession() stores all fields, and replaces all of them, also an ID token of 200 KiB";
const RACE = "setProviderSession() stores one of 20 rows with the same id whole";
const BY_SID = "listProviderSessions() finds those of a session at the provider, to the letter";
const BY_SUB = "listProviderSessions() finds those of a user at the provider, to the letter";
const BY_USER = "listProviderSessions() finds those of a user, to the letter";
const PAGES =
  "listProviderSessions() returns pages of a list: each row once, and fewer than the limit at the end alone";
const ONE_REMOVED = "deleteProviderSession() removes one, and does nothing if there is none";
const ENDED = "removeExpired() removes provider sessions that have ended, and keeps the others";
const DELETED = "deleteUser() removes the provider sessions of the user, and no others";
const TAKEN = "takeOverUser() removes the provider sessions of this user, if it takes the user over";
const UNLINKED = "unlinkAccount() removes the provider sessions of the account, and no others";
const REMOVED = "removeAccount() removes the provider sessions of the account, if it removes the account";

/** Each with the cases that must notice it. */
export const PROVIDER_SESSION_FAULTS: Faults = {
  "getProviderSession() invents a session": [
    (sound) => ({
      getProviderSession: async (id): Promise<AdapterProviderSession> =>
        await sound.getProviderSession(id) ?? { ...NONE, id },
    }),
    ["getProviderSession() returns null for an unknown id"],
  ],
  "setProviderSession() cuts ID tokens off at 64 KiB": [
    (sound) => ({
      setProviderSession: (row) =>
        sound.setProviderSession({ ...row, idToken: row.idToken?.slice(0, 65_535) ?? null }),
    }),
    [ALL],
  ],
  "setProviderSession() keeps what a row had": [
    (sound) => ({
      setProviderSession: async (row) => {
        const { idToken = null } = await sound.getProviderSession(row.id) ?? {};
        await sound.setProviderSession({ ...row, idToken: row.idToken ?? idToken });
      },
    }),
    [ALL],
  ],
  "setProviderSession() keeps the end of the session": [
    (sound) => ({
      setProviderSession: async (row) => {
        const { expires = row.expires } = await sound.getProviderSession(row.id) ?? {};
        await sound.setProviderSession({ ...row, expires });
      },
    }),
    [ALL, ENDED],
  ],
  "setProviderSession() rejects an id that is stored meanwhile": [
    (sound) => ({
      setProviderSession: async (row) => {
        const before = await sound.getProviderSession(row.id);
        await pause();
        const after = await sound.getProviderSession(row.id);
        if (!before && after) throw new Error("duplicate key");
        await sound.setProviderSession(row);
      },
    }),
    [RACE],
  ],
  "setProviderSession() stores the ID token in a second step": [
    (sound) => ({
      setProviderSession: async (row) => {
        await sound.setProviderSession({ ...row, idToken: null });
        // The caller who was first comes last.
        for (let turn = Number(row.userId); turn < 20; turn++) await pause();
        const stored = await sound.getProviderSession(row.id);
        await sound.setProviderSession({ ...row, ...stored, idToken: row.idToken });
      },
    }),
    [RACE],
  ],
  "listProviderSessions() ignores the page": [
    (sound) => ({ listProviderSessions: (of) => sound.listProviderSessions(of) }),
    [PAGES],
  ],
  "listProviderSessions() returns each page without its last row": [
    (sound) => ({
      listProviderSessions: async (of, page) => {
        const rows = await sound.listProviderSessions(of, page);
        return page ? rows.slice(0, -1) : rows;
      },
    }),
    [PAGES],
  ],
  "listProviderSessions() returns the first page again": [
    (sound) => ({
      listProviderSessions: (of, page) => sound.listProviderSessions(of, page && { ...page, after: null }),
    }),
    [PAGES],
  ],
  "listProviderSessions() finds those of all providers": [
    remembering((sound, rows) => ({
      listProviderSessions: async (of) => {
        if ("userId" in of) return await sound.listProviderSessions(of);
        const providers = new Set([...rows.values()].map(({ provider }) => provider));
        const found = [...providers].map((provider) => sound.listProviderSessions({ ...of, provider }));
        return (await Promise.all(found)).flat();
      },
    })),
    [BY_SID, BY_SUB],
  ],
  "listProviderSessions() compares without regard to case": [
    (sound) => ({
      setProviderSession: (row) =>
        sound.setProviderSession({
          ...row,
          sid: row.sid?.toLowerCase() ?? null,
          sub: row.sub?.toLowerCase() ?? null,
          userId: row.userId.toLowerCase(),
        }),
      listProviderSessions: (of) =>
        sound.listProviderSessions(
          "userId" in of
            ? { userId: of.userId.toLowerCase() }
            : "sid" in of
            ? { ...of, sid: of.sid.toLowerCase() }
            : { ...of, sub: of.sub.toLowerCase() },
        ),
    }),
    [BY_SID, BY_SUB, BY_USER],
  ],
  "listProviderSessions() finds the sessions of a user at one provider alone": [
    (sound) => ({
      listProviderSessions: async (of) => {
        const found = await sound.listProviderSessions(of);
        return "userId" in of ? found.filter(({ provider }) => provider === "example") : found;
      },
    }),
    [BY_USER],
  ],
  "listProviderSessions() still finds a row that has moved": [
    (sound) => {
      const before = new Map<string, AdapterProviderSession>();
      return {
        setProviderSession: async (row) => {
          const stored = await sound.getProviderSession(row.id);
          if (stored) before.set(row.id, stored);
          await sound.setProviderSession(row);
        },
        listProviderSessions: async (of) => {
          const [name, is] = "userId" in of
            ? ["userId", of.userId] as const
            : "sid" in of
            ? ["sid", of.sid] as const
            : ["sub", of.sub] as const;
          const moved = [...before.values()].filter((row) => row[name] === is);
          const found = await sound.listProviderSessions(of);
          return [...found, ...moved.filter(({ id }) => !found.some((row) => row.id === id))];
        },
      };
    },
    [BY_SID, BY_SUB, BY_USER],
  ],
  "deleteProviderSession() removes all of the session at the provider": [
    (sound) => ({
      deleteProviderSession: async (id) => {
        const { provider, sid } = await sound.getProviderSession(id) ?? NONE;
        const rows = sid === null ? [] : await sound.listProviderSessions({ provider, sid });
        for (const row of rows) await sound.deleteProviderSession(row.id);
      },
    }),
    [ONE_REMOVED],
  ],
  "deleteProviderSession() does nothing": [() => ({ deleteProviderSession: () => {} }), [ONE_REMOVED]],
  "deleteProviderSession() rejects if there is none": [
    (sound) => ({
      deleteProviderSession: async (id) => {
        if (!await sound.getProviderSession(id)) throw new Error("not found");
        await sound.deleteProviderSession(id);
      },
    }),
    [ONE_REMOVED],
  ],
  "removeExpired() keeps provider sessions": [
    remembering((sound, rows) => ({
      removeExpired: async (options) => {
        const removed = await sound.removeExpired(options);
        await restore(sound, rows.values());
        return removed;
      },
    })),
    [ENDED],
  ],
  "removeExpired() removes a provider session that was prolonged": [
    (sound) => {
      const ends = new Map<string, Date>();
      return {
        setProviderSession: async (row) => {
          ends.set(row.id, ends.get(row.id) ?? row.expires);
          await sound.setProviderSession(row);
        },
        removeExpired: async (options) => {
          const removed = await sound.removeExpired(options);
          for (const [id, end] of ends) if (end < options!.now!) await sound.deleteProviderSession(id);
          return removed;
        },
      };
    },
    [ENDED],
  ],
  "deleteUser() keeps the provider sessions": [
    remembering((sound, rows) => ({
      deleteUser: async (id) => {
        await sound.deleteUser(id);
        await restore(sound, rows.values());
      },
    })),
    [DELETED],
  ],
  "deleteUser() removes the provider sessions of other users": [
    remembering((sound, rows) => ({
      deleteUser: async (id) => {
        await sound.deleteUser(id);
        for (const key of rows.keys()) await sound.deleteProviderSession(key);
      },
    })),
    [DELETED],
  ],
  "takeOverUser() keeps the provider sessions": [
    remembering((sound, rows) => ({
      takeOverUser: async (user) => {
        const taken = await sound.takeOverUser(user);
        await restore(sound, rows.values());
        return taken;
      },
    })),
    [TAKEN],
  ],
  "a refused takeover removes the provider sessions": [
    remembering((sound, rows) => ({
      takeOverUser: async (user) => {
        for (const { id, userId } of rows.values()) {
          if (userId === user.id) await sound.deleteProviderSession(id);
        }
        return await sound.takeOverUser(user);
      },
    })),
    [TAKEN],
  ],
  "unlinkAccount() keeps the provider sessions": [
    remembering((sound, rows) => ({
      unlinkAccount: async (account) => {
        await sound.unlinkAccount(account);
        await restore(sound, rows.values());
      },
    })),
    [UNLINKED],
  ],
  "unlinkAccount() removes the provider sessions of other accounts": [
    remembering((sound, rows) => ({
      unlinkAccount: async (account) => {
        await sound.unlinkAccount(account);
        for (const id of rows.keys()) await sound.deleteProviderSession(id);
      },
    })),
    [UNLINKED],
  ],
  "removeAccount() keeps the provider sessions": [
    remembering((sound, rows) => ({
      removeAccount: async (removal) => {
        const isRemoved = await sound.removeAccount(removal);
        await restore(sound, rows.values());
        return isRemoved;
      },
    })),
    [REMOVED],
  ],
  "removeAccount() removes the provider sessions of an account that it keeps": [
    remembering((sound, rows) => ({
      removeAccount: async (removal) => {
        for (const { id, providerAccountId } of rows.values()) {
          if (providerAccountId === removal.account.providerAccountId) await sound.deleteProviderSession(id);
        }
        return await sound.removeAccount(removal);
      },
    })),
    [REMOVED],
  ],
};

/** A provider session without a content. */
const NONE: AdapterProviderSession = {
  id: "",
  userId: "",
  provider: "",
  providerAccountId: "",
  sub: null,
  sid: null,
  idToken: null,
  expires: new Date(0),
};

/** A change that knows each row that was stored. */
function remembering(
  change: (sound: Required<Adapter>, rows: ReadonlyMap<string, AdapterProviderSession>) => Partial<Adapter>,
): Change {
  return (sound) => {
    const rows = new Map<string, AdapterProviderSession>();
    return {
      ...change(sound, rows),
      setProviderSession: async (row) => {
        rows.set(row.id, row);
        await sound.setProviderSession(row);
      },
    };
  };
}

async function restore(sound: Required<Adapter>, rows: Iterable<AdapterProviderSession>): Promise<void> {
  for (const row of rows) await sound.setProviderSession(row);
}
