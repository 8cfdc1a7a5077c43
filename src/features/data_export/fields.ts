/**
 * Which fields of the database the file has: of each table, so that a new field does not compile until someone has decided about it.
 *
 * @module
 */

import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSecurity,
  AdapterSession,
  AdapterUser,
  RowName,
  RowOf,
  StoredRows,
  VerificationToken,
} from "../../adapters/contract/types.ts";

/** The name of each field in the file; `null`: it is kept back. */
export type FileFields<Entity> = { readonly [Field in keyof Required<Entity>]: string | null };

/** The user. An application may keep secrets in fields of its own: they are not in the file. */
export const USER: FileFields<AdapterUser> = {
  id: "id",
  name: "name",
  email: "email",
  emailVerified: "emailVerified",
  image: "image",
};

/** The accounts. */
export const ACCOUNT: FileFields<AdapterAccount> = {
  userId: null,
  provider: "provider",
  providerAccountId: "providerAccountId",
  type: "type",
  label: "label",
  scope: "scope",
  createdAt: "createdAt",
  access_token: null,
  refresh_token: null,
  id_token: null,
  expires_at: null,
  token_type: null,
  session_state: null,
  authorization_details: null,
};

/** The passkeys and security keys. */
export const PASSKEY: FileFields<AdapterAuthenticator> = {
  userId: null,
  name: "name",
  createdAt: "createdAt",
  usedAt: "usedAt",
  credentialDeviceType: "deviceType",
  credentialBackedUp: "isBackedUp",
  credentialID: null,
  providerAccountId: null,
  credentialPublicKey: null,
  counter: null,
  transports: null,
  userHandle: null,
};

/** The sessions. */
export const SESSION: FileFields<AdapterSession> = {
  userId: null,
  device: "device",
  createdAt: "createdAt",
  usedAt: "usedAt",
  expires: "expires",
  sessionToken: null,
};

/** Mailed tokens. Only whoever has the mail finds the row. */
export const MAILED: FileFields<VerificationToken> = { identifier: null, token: null, expires: null };

/** The note about the mailbox, a row of `security`, which has the address in place of a hash. */
export const MAILBOX: FileFields<AdapterSecurity> = {
  userId: null,
  generation: null,
  passwordHash: "address",
  passwordIsProven: null,
  passwordSetAt: null,
};

/** What the file has of the rows of a kind. */
interface FileRows<Row, Key> {
  /** Name of the part; `null`: none, as the rows name no user, or say nothing of their own. */
  readonly part: string | null;
  /** Whether a user has one row at most: its key is the user. The declarations of the rows would be in each program, too. */
  readonly isOne: Key extends "userId" ? true : false;
  /** The fields. */
  readonly fields: FileFields<Row>;
}

/** The rows of each kind, also of a capability that the config has no more. */
export const ROWS: { readonly [Name in RowName]: FileRows<RowOf<Name>, StoredRows[Name]["key"]> } = {
  security: {
    part: "password",
    isOne: true,
    fields: {
      userId: null,
      generation: null,
      passwordHash: null,
      passwordIsProven: "isProven",
      passwordSetAt: "setAt",
    },
  },
  attempts: {
    part: null,
    isOne: false,
    fields: { key: null, count: null, expires: null },
  },
  secondFactors: {
    part: "secondFactor",
    isOne: true,
    fields: {
      userId: null,
      version: null,
      enabledAt: "enabledAt",
      totpSecret: null,
      totpStep: null,
      recoveryCodes: null,
      // Without their hashes: see `file.ts`.
      devices: "rememberedDevices",
    },
  },
  pendingSignIns: {
    part: null,
    isOne: false,
    fields: { id: null, data: null, tries: null, expires: null },
  },
  providerTokens: {
    part: "providerTokens",
    isOne: false,
    fields: {
      userId: null,
      provider: "provider",
      providerAccountId: "providerAccountId",
      version: null,
      leaseUntil: null,
      tokens: null,
    },
  },
  providerSessions: {
    part: "providerSessions",
    isOne: false,
    fields: {
      id: null,
      userId: null,
      provider: "provider",
      providerAccountId: "providerAccountId",
      sub: "sub",
      sid: "sid",
      idToken: null,
      expires: "expires",
    },
  },
  deletions: {
    part: "deletion",
    isOne: true,
    fields: {
      userId: null,
      version: null,
      requestedAt: "requestedAt",
      dueAt: "dueAt",
      leaseUntil: null,
      language: "language",
    },
  },
  activities: {
    part: "activities",
    isOne: false,
    fields: {
      userId: null,
      id: null,
      type: "type",
      way: "provider",
      reason: "reason",
      device: "device",
      location: "location",
      count: "count",
      createdAt: "createdAt",
      expires: "keptUntil",
      actorId: null,
      subjectId: null,
      note: null,
      changes: null,
    },
  },
  userNames: {
    part: "userNames",
    isOne: false,
    fields: {
      key: "comparedAs",
      userId: null,
      version: null,
      shown: "name",
      takenAt: "takenAt",
      heldUntil: "keptUntil",
    },
  },
  anonymousUsers: {
    part: "anonymousUser",
    isOne: true,
    fields: { userId: null, version: null, createdAt: "createdAt", claimedAt: null, claim: null },
  },
  bans: {
    part: "ban",
    isOne: true,
    fields: {
      userId: null,
      version: null,
      bannedAt: "bannedAt",
      until: "until",
      reason: "reason",
      // Another person.
      bannedBy: null,
    },
  },
  actingSessions: {
    // It lasts for hours, and `ActivityLog()` keeps it.
    part: null,
    isOne: false,
    fields: { id: null, userId: null, actorId: null, reason: null, createdAt: null, expires: null },
  },
  // They say what other parts have, until it's delivered.
  webhookMessages: {
    part: null,
    isOne: false,
    fields: {
      id: null,
      version: null,
      userId: null,
      endpoint: null,
      type: null,
      data: null,
      state: null,
      tries: null,
      dueAt: null,
      failure: null,
      createdAt: null,
    },
  },
  emailChanges: { part: null, isOne: true, fields: { userId: null, version: null, times: null } },
};

/** The fields of a row that the file has. */
export function given<Entity extends object>(
  fields: FileFields<Entity>,
  row: Entity,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (Object.entries(fields) as [keyof Entity, string | null][]).flatMap(([field, name]) =>
      name === null ? [] : [[name, row[field] ?? null]]
    ),
  );
}
