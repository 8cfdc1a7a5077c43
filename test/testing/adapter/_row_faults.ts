/**
 * Faults of adapters that store rows of a kind: the same for each.
 *
 * @module
 */

import { idOf, listsOf, type Row } from "../../../src/shapes/row_kind.ts";
import type { Adapter } from "../../../src/adapters/contract/types.ts";
import { type Kind, KINDS, rowsIn, someRow } from "../../../src/testing/adapter/_some_row.ts";
import { type Change, type Faults, pause } from "./_fault.ts";

type Rows = ReturnType<typeof rowsIn>;

/** Each with the cases that must notice it. */
export const ROW_FAULTS: Faults = Object.assign({}, ...KINDS.map(faultsOf));

/** Functions in place of those for rows of a kind. */
type Own = Partial<Pick<Rows, "find" | "list" | "store" | "remove" | "count" | "takeBack">>;

function faultsOf(kind: Kind): Faults {
  return {
    ...storeFaults(kind),
    ...(kind.version === undefined ? replacementFaults(kind) : versionFaults(kind, kind.version)),
    ...Object.assign({}, ...listsOf(kind).map(({ by }) => listFaults(kind, by))),
    ...(kind.isOrdered ? orderFaults(kind) : {}),
    ...(kind.isOwned ? ownerFaults(kind) : {}),
    ...(kind.isOwned && !kind.outlivesTakeover ? takenFaults(kind) : {}),
    ...(kind.isOfAccount ? accountFaults(kind) : {}),
    ...(kind.isEnding ? endingFaults(kind) : {}),
    ...(kind.counted ? countFaults(kind, kind.counted) : {}),
    ...(kind.kind === "security" || kind.outlivesTakeover ? keptFaults(kind) : {}),
  };
}

function storeFaults(kind: Kind): Faults {
  const name = kind.kind;
  const [all, apart] = [
    `rows.store("${name}") stores all fields, and replaces all of them`,
    `rows of "${name}" are told apart to the letter`,
  ];
  const [first = ""] = kind.key;
  const lower = (row: Row) => ({ ...row, [first]: String(row[first]).toLowerCase() });
  const nullable = Object.keys(kind.columns).find((field) => !kind.columns[field]?.required);
  const free = Object.keys(kind.columns).find((field) =>
    !kind.key.includes(field) && field !== kind.version && kind.columns[field]?.type !== "integer"
  )!;
  return {
    [`rows.find("${name}") invents a row`]: [
      changing(
        kind,
        (rows) => ({ find: async (row) => await rows.find(row) ?? { ...someRow(kind), ...row } }),
      ),
      [`rows.find("${name}") resolves to null without a row`],
    ],
    [`rows.store("${name}") keeps a field`]: [
      changing(kind, (rows) => ({
        store: async (row, ...rest) => {
          const stored = await rows.find(row);
          return await rows.store({ ...row, [free]: stored ? stored[free] : row[free] }, ...rest);
        },
      })),
      [all],
    ],
    ...(nullable && {
      [`rows.store("${name}") keeps what a field had`]: [
        changing(kind, (rows) => ({
          store: async (row, ...rest) => {
            const stored = await rows.find(row);
            return await rows.store(
              { ...row, [nullable]: row[nullable] ?? stored?.[nullable] ?? null },
              ...rest,
            );
          },
        })),
        [all],
      ] as const,
    }),
    ...(kind.long && {
      [`rows.store("${name}") cuts texts off at 64 KiB`]: [
        changing(kind, (rows) => ({
          store: (row, ...rest) => {
            const text = row[kind.long!];
            const cut = typeof text === "string" ? text.slice(0, 65_535) : text;
            return rows.store({ ...row, [kind.long!]: cut }, ...rest);
          },
        })),
        [all],
      ] as const,
    }),
    [`rows of "${name}" are told apart without regard to case`]: [
      changing(kind, (rows) => ({
        store: (row, ...rest) => rows.store(lower(row), ...rest),
        find: (row) => rows.find(lower(row)),
        remove: (row) => rows.remove(lower(row)),
      })),
      [apart],
    ],
    [`rows.remove("${name}") does nothing`]: [
      changing(kind, () => ({ remove: () => Promise.resolve(true) })),
      [apart],
    ],
    [`rows.remove("${name}") looks first, and removes then`]: [
      changing(kind, (rows) => ({
        async remove(row) {
          const isThere = await rows.find(row) !== null;
          await pause();
          await rows.remove(row);
          return isThere;
        },
      })),
      [`rows.remove("${name}") resolves to true for one of 20 callers at the same time`],
    ],
  };
}

function versionFaults(kind: Kind, version: string): Faults {
  const name = kind.kind;
  const changed = `rows.store("${name}") stores nothing if the ${version} has changed, or the row is gone`;
  const writers = `rows.store("${name}") stores the row of one of 50 writers at the same time`;
  const versionOf = async (rows: Rows, row: Row) =>
    ((await rows.find(row))?.[version] ?? null) as number | null;
  return {
    [`rows.store("${name}") does not look at the ${version}`]: [
      changing(kind, (rows) => ({
        store: async (row) => await rows.store(row, await versionOf(rows, row)),
      })),
      [changed],
    ],
    [`rows.store("${name}") stores anew what was removed`]: [
      changing(kind, (rows) => ({
        store: async (row, ifVersion) => await rows.store(row, await rows.find(row) ? ifVersion : null),
      })),
      [changed],
    ],
    [`rows.store("${name}") keeps a ${version} of 32 bits`]: [
      changing(kind, (rows) => ({
        store: (row, ...rest) => rows.store({ ...row, [version]: Number(row[version]) % 2 ** 32 }, ...rest),
      })),
      [`rows.store("${name}") stores all fields, and replaces all of them`],
    ],
    [`rows.store("${name}") refuses a row with the same ${version}`]: [
      changing(kind, (rows) => ({
        store: async (row, ...rest) => row[version] !== rest[0] && await rows.store(row, ...rest),
      })),
      [`rows.store("${name}") stores a row with the same ${version}, and none without a condition`],
    ],
    [`rows.store("${name}") compares and stores in two steps`]: [
      changing(kind, (rows) => ({
        async store(row, ifVersion) {
          if (await versionOf(rows, row) !== ifVersion) return false;
          await pause();
          return await rows.replace(row);
        },
      })),
      [writers],
    ],
    [`rows.store("${name}") rejects if another caller was first`]: [
      changing(kind, (rows) => ({
        async store(row, ...rest) {
          if (await rows.store(row, ...rest)) return true;
          throw new Error("duplicate key");
        },
      })),
      [writers],
    ],
  };
}

function replacementFaults(kind: Kind): Faults {
  return {
    [`rows.store("${kind.kind}") rejects a key that is stored meanwhile`]: [
      changing(kind, (rows) => ({
        async store(row) {
          const before = await rows.find(row);
          await pause();
          if (!before && await rows.find(row)) throw new Error("duplicate key");
          return await rows.store(row);
        },
      })),
      [`rows.store("${kind.kind}") stores one of 20 rows with the same key whole`],
    ],
  };
}

function listFaults(kind: Kind, by: readonly string[]): Faults {
  const title = `rows.list("${kind.kind}") by ${by.join(" and ")}`;
  const [finds, pages] = [
    `${title} finds these rows, to the letter`,
    `${title} returns pages: each row once, and fewer than the limit only at the end`,
  ];
  const isThis = (asked: Row) => Object.keys(asked).join() === by.join();
  const listing = (own: (rows: Rows) => Rows["list"]): Change =>
    changing(kind, (rows) => ({
      list: (asked, page) => isThis(asked) ? own(rows)(asked, page) : rows.list(asked, page),
    }));
  return {
    [`${title} finds no more than one`]: [
      listing((rows) => async (asked, page) => (await rows.list(asked, page)).slice(0, 1)),
      [finds, pages],
    ],
    [`${title} finds all with any of the fields`]: [
      remembering(kind, (rows, stored) => ({
        list: (asked, page) =>
          isThis(asked)
            ? Promise.resolve(
              [...stored.values()].filter((row) => by.some((field) => row[field] === asked[field])),
            )
            : rows.list(asked, page),
      })),
      by.length > 1 ? [finds] : [pages],
    ],
    [`${title} has no regard to case`]: [
      remembering(kind, (rows, stored) => ({
        list: (asked, page) => {
          const same = (row: Row, field: string) =>
            String(row[field]).toLowerCase() === String(asked[field]).toLowerCase();
          return isThis(asked)
            ? Promise.resolve([...stored.values()].filter((row) => by.every((field) => same(row, field))))
            : rows.list(asked, page);
        },
      })),
      [finds],
    ],
    [`${title} ignores the page`]: [listing((rows) => (asked) => rows.list(asked)), [pages]],
    [`${title} returns each page without its last row`]: [
      listing((rows) => async (asked, page) => {
        const found = await rows.list(asked, page);
        return page ? found.slice(0, -1) : found;
      }),
      [pages],
    ],
    [`${title} returns the first page again`]: [
      listing((rows) => (asked, page) => rows.list(asked, page && { ...page, after: null })),
      [pages],
    ],
  };
}

function orderFaults(kind: Kind): Faults {
  const title = `rows.list("${kind.kind}")`;
  const listing = (own: (rows: Rows) => Rows["list"]): Change =>
    changing(kind, (rows) => ({
      list: (asked, page) => Object.keys(asked).length ? rows.list(asked, page) : own(rows)(asked, page),
    }));
  const noticed = [`${title} finds each row once, page by page`];
  return {
    [`${title} begins a page with the last row again`]: [
      listing((rows) => async (asked, page) => {
        const further = await rows.list(asked, page);
        const last = page?.after && await rows.find(page.after);
        return last && further.length ? [last, ...further].slice(0, page!.limit) : further;
      }),
      noticed,
    ],
    [`${title} skips a row after each page`]: [
      listing((rows) => async (asked, page) => {
        const found = await rows.list(asked, page && { ...page, limit: page.limit + 1 });
        return page?.after ? found.slice(1) : found.slice(0, page?.limit);
      }),
      noticed,
    ],
    [`${title} ignores the limit`]: [
      listing((rows) => (asked, page) => rows.list(asked, page && { ...page, limit: 1000 })),
      noticed,
    ],
  };
}

function ownerFaults(kind: Kind): Faults {
  const name = kind.kind;
  const rowsOf = (title: string) => `${title} removes the rows of "${name}" of`;
  const deleted = `${rowsOf("deleteUser()")} the user, and no others`;
  const removed = `${rowsOf("rows.removeOwned()")} the user, and no others`;
  return {
    [`deleteUser() keeps rows of "${name}"`]: [
      keeping(kind, (sound) => ({ deleteUser: (id) => sound.deleteUser(id) })),
      [deleted],
    ],
    [`deleteUser() removes all rows of "${name}"`]: [
      clearing(kind, (sound) => ({ deleteUser: (id) => sound.deleteUser(id) })),
      [deleted],
    ],
    [`rows.removeOwned() keeps rows of "${name}"`]: [
      keeping(kind, ({ rows }) => ({ rows: { ...rows, removeOwned: (id) => rows.removeOwned(id) } })),
      [removed],
    ],
  };
}

function takenFaults(kind: Kind): Faults {
  const name = kind.kind;
  const taken = `takeOverUser() removes the rows of "${name}" of this user, if it takes the user over`;
  return {
    [`takeOverUser() keeps rows of "${name}"`]: [
      keeping(kind, (sound) => ({ takeOverUser: (user) => sound.takeOverUser(user) })),
      [taken],
    ],
    [`takeOverUser() removes rows of "${name}" whose user it does not take over`]: [
      clearing(kind, (sound) => ({ takeOverUser: (user) => sound.takeOverUser(user) })),
      [taken],
    ],
  };
}

function accountFaults(kind: Kind): Faults {
  const unlinked = `unlinkAccount() removes the rows of "${kind.kind}" of the account, and no others`;
  const removed =
    `removeAccount() removes the rows of "${kind.kind}" of the account, if it removes the account`;
  return {
    [`unlinkAccount() keeps rows of "${kind.kind}"`]: [
      keeping(kind, (sound) => ({ unlinkAccount: (account) => sound.unlinkAccount(account) })),
      [unlinked],
    ],
    [`unlinkAccount() removes all rows of "${kind.kind}"`]: [
      clearing(kind, (sound) => ({ unlinkAccount: (account) => sound.unlinkAccount(account) })),
      [unlinked],
    ],
    [`removeAccount() keeps rows of "${kind.kind}"`]: [
      keeping(kind, (sound) => ({ removeAccount: (removal) => sound.removeAccount(removal) })),
      [removed],
    ],
    [`removeAccount() removes rows of "${kind.kind}" whose account it keeps`]: [
      clearing(kind, (sound) => ({ removeAccount: (removal) => sound.removeAccount(removal) })),
      [removed],
    ],
  };
}

function endingFaults(kind: Kind): Faults {
  const noticed = [
    `removeExpired() removes the rows of "${kind.kind}" that have ended, and keeps the others`,
  ];
  return {
    [`removeExpired() keeps rows of "${kind.kind}"`]: [
      keeping(
        kind,
        (sound) => ({ removeExpired: async (options) => await sound.removeExpired(options) + 1 }),
      ),
      noticed,
    ],
    [`removeExpired() removes all rows of "${kind.kind}"`]: [
      clearing(
        kind,
        (sound) => ({ removeExpired: async (options) => await sound.removeExpired(options) + 1 }),
      ),
      noticed,
    ],
    [`removeExpired() says that it has removed no row of "${kind.kind}"`]: [
      (sound) => ({
        async removeExpired(options) {
          await sound.removeExpired(options);
          return 0;
        },
      }),
      noticed,
    ],
  };
}

function countFaults(kind: Kind, field: string): Faults {
  const title = `rows.count("${kind.kind}")`;
  const [adds, anew] = [
    `${title} begins with what it is given, and then adds to it`,
    `${title} begins anew when the count has ended`,
  ];
  const back = `rows.takeBack("${kind.kind}") takes back as many as it is told`;
  return {
    [`${title} reads, waits and writes`]: [
      changing(kind, (rows) => ({
        async count(row) {
          const stored = await rows.find(row);
          await pause();
          const counted = { ...stored ?? row, [field]: Number(stored?.[field] ?? 0) + Number(row[field]) };
          await rows.store(counted);
          return counted;
        },
      })),
      [`${title} counts 100 at the same time, each once`],
    ],
    [`${title} moves the end with each count`]: [
      changing(kind, (rows) => ({
        count: async (row, now) => ({ ...await rows.count(row, now), expires: row.expires }),
      })),
      [adds, anew],
    ],
    [`${title} never begins anew`]: [
      changing(kind, (rows) => ({ count: (row) => rows.count(row, new Date(0)) })),
      [anew],
    ],
    [`${title} counts one, whatever it is told`]: [
      changing(kind, (rows) => ({ count: (row, now) => rows.count({ ...row, [field]: 1 }, now) })),
      [adds],
    ],
    [`rows.takeBack("${kind.kind}") does nothing`]: [
      changing(kind, () => ({ takeBack: () => Promise.resolve() })),
      [back],
    ],
    [`rows.takeBack("${kind.kind}") takes back all`]: [
      changing(kind, (rows) => ({ takeBack: (row) => rows.remove(row) })),
      [back],
    ],
  };
}

function keptFaults(kind: Kind): Faults {
  return {
    [`takeOverUser() removes the row of "${kind.kind}"`]: [
      clearing(kind, (sound) => ({ takeOverUser: (user) => sound.takeOverUser(user) })),
      [`takeOverUser() keeps the row of "${kind.kind}"`],
    ],
  };
}

/** Changes functions for rows of a kind. */
function changing(kind: Kind, own: (rows: Rows, sound: Required<Adapter>) => Own): Change {
  return (sound) => {
    const { rows } = sound as unknown as { rows: Record<string, (...args: never[]) => unknown> };
    const changes = Object.entries(own(rowsIn(sound, kind), sound)).map(([method, change]) => [
      method,
      (name: string, ...rest: never[]) =>
        name === kind.kind
          ? (change as (...args: never[]) => unknown)(...rest)
          : (rows[method] as (...args: unknown[]) => unknown)(name, ...rest),
    ]);
    return { rows: { ...rows, ...Object.fromEntries(changes) } } as unknown as Partial<Adapter>;
  };
}

/** The same, with the rows that are stored. */
function remembering(kind: Kind, own: (rows: Rows, stored: Map<string, Row>) => Own): Change {
  return changing(kind, (rows) => {
    const stored = new Map<string, Row>();
    return {
      store: async (row, ...rest) => {
        const isStored = await rows.store(row, ...rest);
        if (isStored) stored.set(idOf(kind, row), row);
        return isStored;
      },
      remove: async (row) => {
        stored.delete(idOf(kind, row));
        return await rows.remove(row);
      },
      ...own(rows, stored),
    };
  });
}

/** A function of the adapter after which the rows of a kind are as `after` leaves them. */
function followed(
  kind: Kind,
  own: (sound: Required<Adapter>) => Partial<Adapter>,
  after: (rows: Rows, stored: ReadonlyMap<string, Row>) => Promise<void>,
): Change {
  return (sound) => {
    let stored: Map<string, Row> = new Map();
    const tracked = remembering(kind, (_, seen) => {
      stored = seen;
      return {};
    })(sound);
    const wrap = (change: (...args: never[]) => unknown) => async (...args: never[]) => {
      const before = new Map(stored);
      const result = await change(...args);
      await after(rowsIn(sound, kind), before);
      return result;
    };
    const { rows, ...methods } = own(sound);
    const wrapped = Object.entries(methods).map(([name, change]) => [name, wrap(change as never)]);
    return {
      ...tracked,
      ...Object.fromEntries(wrapped),
      ...(rows && { rows: { ...tracked.rows, removeOwned: wrap(rows.removeOwned as never) } }),
    } as Partial<Adapter>;
  };
}

/** Rows of the kind stay. */
function keeping(kind: Kind, own: (sound: Required<Adapter>) => Partial<Adapter>): Change {
  return followed(kind, own, async (rows, stored) => {
    for (const row of stored.values()) if (!await rows.find(row)) await rows.add(row);
  });
}

/** All rows of the kind go. */
function clearing(kind: Kind, own: (sound: Required<Adapter>) => Partial<Adapter>): Change {
  return followed(kind, own, async (rows, stored) => {
    for (const row of stored.values()) await rows.remove(row);
  });
}
