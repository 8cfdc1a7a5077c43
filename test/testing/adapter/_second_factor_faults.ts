/**
 * Faults of adapters that store second factors, and sign-ins between their two steps.
 *
 * @module
 */

import type { AdapterPendingSignIn, AdapterSecondFactor } from "../../../src/adapters/contract/types.ts";
import { type Faults, pause } from "./_fault.ts";

const FACTOR_ALL = "setSecondFactor() stores all fields, and replaces all of them";
const FACTOR_CHANGED = "setSecondFactor() stores nothing if the version has changed";
const SPENT = "setSecondFactor() stores the row of one of 50 callers who use up one recovery code";
const LISTED = "listSecondFactors() finds each second factor once, page by page";
const DELETED = "deleteUser() removes the second factor, and a user with the same id has none";
const TAKEN = "takeOverUser() removes the second factor of this user, if it takes the user over";
const PENDING_ALL = "setPendingSignIn() stores all fields, and replaces all of them, also data of 200 KiB";
const PENDING_CHANGED =
  "setPendingSignIn() stores nothing if there were other answers meanwhile, or the right one";
const ANSWERED = "setPendingSignIn() stores the answer of one of 20 callers at the same time";
const REMOVED = "deletePendingSignIn() resolves to true for one of 20 callers at the same time";

/** Each with the cases that must notice it. */
export const SECOND_FACTOR_FAULTS: Faults = {
  "getSecondFactor() invents a row": [
    (sound) => ({
      getSecondFactor: async (userId): Promise<AdapterSecondFactor> =>
        await sound.getSecondFactor(userId) ?? { ...NONE, userId },
    }),
    ["getSecondFactor() returns null for a user without one", DELETED],
  ],
  "setSecondFactor() does not look at the version": [
    (sound) => ({
      setSecondFactor: async (factor) => {
        const stored = await sound.getSecondFactor(factor.userId);
        return await sound.setSecondFactor(factor, stored?.version ?? null);
      },
    }),
    [FACTOR_CHANGED],
  ],
  "setSecondFactor() stores versions of 32 bits": [
    (sound) => ({
      setSecondFactor: (factor, ifVersion) =>
        sound.setSecondFactor({ ...factor, version: factor.version % 2 ** 32 }, ifVersion),
    }),
    [FACTOR_ALL],
  ],
  "setSecondFactor() keeps what a row had": [
    (sound) => ({
      setSecondFactor: async (factor, ifVersion) => {
        const { totpSecret = null } = await sound.getSecondFactor(factor.userId) ?? {};
        return await sound.setSecondFactor(
          { ...factor, totpSecret: factor.totpSecret ?? totpSecret },
          ifVersion,
        );
      },
    }),
    [FACTOR_ALL],
  ],
  "setSecondFactor() cuts a long list of devices off": [
    (sound) => ({
      setSecondFactor: (factor, ifVersion) =>
        sound.setSecondFactor({ ...factor, devices: factor.devices?.slice(0, 4000) ?? null }, ifVersion),
    }),
    [FACTOR_ALL],
  ],
  "setSecondFactor() compares and stores in two steps": [
    (sound) => ({
      setSecondFactor: async (factor, ifVersion) => {
        const stored = await sound.getSecondFactor(factor.userId);
        if ((stored?.version ?? null) !== ifVersion) return false;
        await pause();
        const now = await sound.getSecondFactor(factor.userId);
        return await sound.setSecondFactor(factor, now?.version ?? null);
      },
    }),
    [SPENT],
  ],
  "setSecondFactor() rejects if another caller was first": [
    (sound) => ({
      setSecondFactor: async (factor, ifVersion) => {
        if (await sound.setSecondFactor(factor, ifVersion)) return true;
        throw new Error("duplicate key");
      },
    }),
    [SPENT],
  ],
  "listSecondFactors() begins a page with the last one again": [
    (sound) => ({
      listSecondFactors: async (after, limit) => {
        const last = after === null ? null : await sound.getSecondFactor(after);
        const further = await sound.listSecondFactors(after, limit);
        return last && further.length ? [last, ...further].slice(0, limit) : further;
      },
    }),
    [LISTED],
  ],
  "listSecondFactors() returns longer pages than it is told": [
    (sound) => ({ listSecondFactors: (after, limit) => sound.listSecondFactors(after, limit + 1) }),
    [LISTED],
  ],
  "listSecondFactors() has one page": [
    (sound) => ({
      listSecondFactors: (after, limit) => after === null ? sound.listSecondFactors(after, limit) : [],
    }),
    [LISTED],
  ],
  "deleteUser() keeps the second factor": [
    (sound) => ({
      deleteUser: async (id) => {
        const stored = await sound.getSecondFactor(id);
        await sound.deleteUser(id);
        if (stored) await sound.setSecondFactor(stored, null);
      },
    }),
    [DELETED],
  ],
  "takeOverUser() keeps the second factor": [
    (sound) => ({
      takeOverUser: async (user) => {
        const stored = await sound.getSecondFactor(user.id);
        const taken = await sound.takeOverUser(user);
        if (taken && stored) await sound.setSecondFactor(stored, null);
        return taken;
      },
    }),
    [TAKEN],
  ],
  "getPendingSignIn() invents a sign-in": [
    (sound) => ({
      getPendingSignIn: async (id): Promise<AdapterPendingSignIn> =>
        await sound.getPendingSignIn(id) ?? { id, data: "", tries: 0, expires: new Date(0) },
    }),
    ["getPendingSignIn() returns null for an unknown id"],
  ],
  "setPendingSignIn() cuts data off at 64 KiB": [
    (sound) => ({
      setPendingSignIn: (pending, ifTries) =>
        sound.setPendingSignIn({ ...pending, data: pending.data.slice(0, 65_535) }, ifTries),
    }),
    [PENDING_ALL],
  ],
  "setPendingSignIn() keeps the end of the sign-in": [
    (sound) => ({
      setPendingSignIn: async (pending, ifTries) => {
        const stored = await sound.getPendingSignIn(pending.id);
        return await sound.setPendingSignIn(
          { ...pending, expires: stored?.expires ?? pending.expires },
          ifTries,
        );
      },
    }),
    [PENDING_ALL],
  ],
  "setPendingSignIn() does not look at the tries": [
    (sound) => ({
      setPendingSignIn: async (pending) => {
        const stored = await sound.getPendingSignIn(pending.id);
        return await sound.setPendingSignIn(pending, stored?.tries ?? null);
      },
    }),
    [PENDING_CHANGED],
  ],
  "setPendingSignIn() stores anew what was removed": [
    (sound) => ({
      setPendingSignIn: async (pending, ifTries) => {
        const stored = await sound.getPendingSignIn(pending.id);
        return await sound.setPendingSignIn(pending, stored && ifTries);
      },
    }),
    [PENDING_CHANGED],
  ],
  "setPendingSignIn() compares and stores in two steps": [
    (sound) => ({
      setPendingSignIn: async (pending, ifTries) => {
        const stored = await sound.getPendingSignIn(pending.id);
        if ((stored?.tries ?? null) !== ifTries) return false;
        await pause();
        const now = await sound.getPendingSignIn(pending.id);
        return await sound.setPendingSignIn(pending, now?.tries ?? null);
      },
    }),
    [ANSWERED],
  ],
  "deletePendingSignIn() looks and removes in two steps": [
    (sound) => ({
      deletePendingSignIn: async (id) => {
        const stored = await sound.getPendingSignIn(id);
        await pause();
        await sound.deletePendingSignIn(id);
        return stored !== null;
      },
    }),
    [REMOVED],
  ],
  "deletePendingSignIn() does nothing": [
    () => ({ deletePendingSignIn: () => true }),
    [REMOVED, PENDING_CHANGED],
  ],
  "removeExpired() keeps pending sign-ins": [
    (sound) => {
      const kept = new Map<string, AdapterPendingSignIn>();
      return {
        setPendingSignIn: async (pending, ifTries) => {
          kept.set(pending.id, pending);
          return await sound.setPendingSignIn(pending, ifTries);
        },
        removeExpired: async (options) => {
          const removed = await sound.removeExpired(options);
          for (const pending of kept.values()) await sound.setPendingSignIn(pending, null);
          return removed;
        },
      };
    },
    ["removeExpired() removes pending sign-ins that have ended, and keeps the others"],
  ],
};

/** A second factor that is off. */
const NONE: Omit<AdapterSecondFactor, "userId"> = {
  version: 0,
  enabledAt: null,
  totpSecret: null,
  totpStep: 0,
  recoveryCodes: null,
  devices: null,
};
