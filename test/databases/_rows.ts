/**
 * What an application had stored, one record of each kind: the rows of the fixtures in `versions`. A later version adds
 * fields to them and rows for new tables. It changes nothing else, because the older fixtures hold them, too.
 *
 * @module
 */

import { STAFF_LOG } from "../../src/shapes/activity_log.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterActingSession,
  AdapterActivity,
  AdapterAnonymousUser,
  AdapterAttempts,
  AdapterAuthenticator,
  AdapterBan,
  AdapterDeletion,
  AdapterEmailChanges,
  AdapterPendingSignIn,
  AdapterProviderSession,
  AdapterProviderTokens,
  AdapterSecondFactor,
  AdapterSecurity,
  AdapterSession,
  AdapterUser,
  AdapterUserName,
  AdapterWebhookMessage,
  VerificationToken,
} from "../../src/adapters/contract/types.ts";

/** Records of all kinds. */
export interface Rows {
  readonly users: readonly AdapterUser[];
  readonly accounts: readonly AdapterAccount[];
  readonly sessions: readonly AdapterSession[];
  readonly tokens: readonly VerificationToken[];
  readonly authenticators: readonly AdapterAuthenticator[];
  readonly security: readonly AdapterSecurity[];
  readonly attempts: readonly AdapterAttempts[];
  readonly secondFactors: readonly AdapterSecondFactor[];
  readonly pendingSignIns: readonly AdapterPendingSignIn[];
  readonly providerTokens: readonly AdapterProviderTokens[];
  readonly providerSessions: readonly AdapterProviderSession[];
  readonly deletions: readonly AdapterDeletion[];
  readonly emailChanges: readonly AdapterEmailChanges[];
  readonly activities: readonly AdapterActivity[];
  readonly userNames: readonly AdapterUserName[];
  readonly bans: readonly AdapterBan[];
  readonly actingSessions: readonly AdapterActingSession[];
  readonly webhookMessages: readonly AdapterWebhookMessage[];
  readonly anonymousUsers: readonly AdapterAnonymousUser[];
}

/** Before the end of all records. */
const START = new Date("2026-11-20T00:00:00.000Z");

const [ADA, GRACE, ZOE] = [
  "5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01",
  "9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902",
  "c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03",
];
const KEY = "Ux9nXlk1rVq2tZb0mYcA7w==";

/** The records. All of them end long after today, so that no database removes them. */
export const ROWS: Rows = {
  users: [
    {
      id: ADA,
      name: "Ada Lovelace",
      email: "ada@example.com",
      emailVerified: new Date("2026-02-03T04:05:06.789Z"),
      image: "https://images.example.com/ada.png?size=96",
    },
    // An address that was never verified; no name, no image.
    { id: GRACE, name: null, email: "grace.hopper+news@example.org", emailVerified: null, image: null },
    // A provider that sends no address.
    { id: ZOE, name: "Zoë 't Hooft 🦉", email: null, emailVerified: null, image: null },
  ],
  accounts: [
    {
      userId: ADA,
      type: "oauth",
      provider: "github",
      providerAccountId: "583231",
      access_token: "gho_16C7e42F292c6912E7710c838347Ae178B4a",
      scope: "read:user,user:email",
      token_type: "bearer",
      createdAt: new Date("2026-02-03T04:05:06.791Z"),
      label: "ada@example.com",
    },
    {
      userId: ADA,
      type: "oidc",
      provider: "google",
      providerAccountId: "110169484474386276334",
      access_token: "ya29.a0AfB_byC-access",
      refresh_token: "1//0g-refresh",
      id_token: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTAxNjk0ODQ0NzQzODYyNzYzMzQifQ.c2lnbmF0dXJl",
      expires_at: 1_900_000_000,
      scope: "openid profile email",
      token_type: "bearer",
      session_state: { "check": "a.b", "order": [1, 2.5, null] },
      authorization_details: [{ type: "payment", limits: { EUR: [10, 20.5] }, open: true, note: null }],
      createdAt: new Date("2026-03-01T00:00:00.000Z"),
      label: "Ada Lovelace",
    },
    { userId: ADA, type: "webauthn", provider: "passkey", providerAccountId: KEY, label: null },
    { userId: GRACE, type: "email", provider: "email", providerAccountId: "grace.hopper+news@example.org" },
    { userId: ZOE, type: "credentials", provider: "credentials", providerAccountId: "zoë" },
  ],
  sessions: [
    {
      sessionToken: "sha256:Zm9yIHRoZSB0b2tlbiBvZiB0aGUgbGFwdG9w",
      userId: ADA,
      expires: new Date("2099-12-31T23:59:59.999Z"),
      createdAt: new Date("2026-02-03T04:05:06.800Z"),
      usedAt: new Date("2026-11-01T10:11:12.000Z"),
      device: "Firefox on Linux",
    },
    // As an adapter without the newer methods stores it.
    {
      sessionToken: "sha256:c2Vzc2lvbiBvZiBHcmFjZQ",
      userId: GRACE,
      expires: new Date("2099-01-01T00:00:00.000Z"),
    },
  ],
  tokens: [
    {
      identifier: "ada@example.com",
      token: "b1946ac92492d2347c6235b4d2611184d4f0d1f1c5a3f1a0a0c9d9c0f0e1d2c3",
      expires: new Date("2099-06-07T08:09:10.123Z"),
    },
    {
      identifier: "passkey challenge",
      token: "sha256:dXNlZCBjaGFsbGVuZ2U",
      expires: new Date("2099-06-07T08:14:10.123Z"),
    },
  ],
  authenticators: [
    {
      credentialID: KEY,
      userId: ADA,
      providerAccountId: KEY,
      credentialPublicKey: "pQECAyYgASFYIEvAx0yV7cQ1xq8s4S7g3b0H0y5v1Q2m8f6k3d2s1a0iWCB6",
      counter: 4_294_967_295,
      credentialDeviceType: "multiDevice",
      credentialBackedUp: true,
      transports: "internal,hybrid",
      userHandle: "YWRhLWhhbmRsZQ",
      name: "Ada's phone",
      createdAt: new Date("2026-04-05T06:07:08.009Z"),
      usedAt: new Date("2026-11-20T21:22:23.024Z"),
    },
    // As an adapter without the newer methods stores it.
    {
      credentialID: "c2VjdXJpdHkga2V5",
      userId: ZOE,
      providerAccountId: "c2VjdXJpdHkga2V5",
      credentialPublicKey: "pQECAyYgASFYIAAA",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    },
  ],
  security: [
    {
      userId: ADA,
      generation: 2,
      passwordHash:
        "$scrypt$ln=17,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
      passwordIsProven: true,
      passwordSetAt: new Date("2026-05-06T07:08:09.010Z"),
    },
    // Imported, with an address that was never verified.
    {
      userId: GRACE,
      generation: 0,
      passwordHash: "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
      passwordIsProven: false,
      passwordSetAt: null,
    },
    // All sessions were ended.
    { userId: ZOE, generation: 1, passwordHash: null, passwordIsProven: true, passwordSetAt: null },
  ],
  attempts: [
    { key: "Zm91ciB3cm9uZyBwYXNzd29yZHM", count: 4, expires: new Date("2099-06-07T08:09:10.123Z") },
  ],
  secondFactors: [
    {
      userId: ADA,
      version: 3,
      enabledAt: new Date("2026-11-20T21:22:23.024Z"),
      totpSecret: "eyJhbGciOiJkaXIifQ..c2VhbGVkIHNlY3JldCBvZiBhbiBhcHA",
      totpStep: 59_655_521,
      recoveryCodes: "aGFzaCBvZiBvbmUgY29kZQ aGFzaCBvZiBhbm90aGVyIG9uZQ",
      devices: '[{"id":"ZGV2aWNl","name":"Firefox on Linux","createdAt":1795209743024}]',
    },
    // Turned off again.
    {
      userId: ZOE,
      version: 2,
      enabledAt: null,
      totpSecret: null,
      totpStep: 0,
      recoveryCodes: null,
      devices: null,
    },
  ],
  pendingSignIns: [
    {
      id: "c2lnbi1pbiBiZXR3ZWVuIGl0cyB0d28gc3RlcHM",
      data: "eyJhbGciOiJkaXIifQ..d2hhdCB0aGUgZmlyc3Qgc3RlcCBoYXMgcHJvdmVu",
      tries: 2,
      expires: new Date("2099-06-07T08:19:10.123Z"),
    },
  ],
  providerTokens: [
    {
      userId: ADA,
      provider: "google",
      providerAccountId: "110169484474386276334",
      version: 1_795_424_874_123,
      leaseUntil: new Date("2026-11-23T10:27:54.123Z"),
      tokens: "eyJhbGciOiJkaXIifQ..cmVuZXdlZCB0b2tlbnM",
    },
    // No process renews them.
    {
      userId: ADA,
      provider: "github",
      providerAccountId: "583231",
      version: 1_795_424_874_124,
      leaseUntil: null,
      tokens: "eyJhbGciOiJkaXIifQ..dG9rZW5zIG9mIEdpdEh1Yg",
    },
  ],
  providerSessions: [
    {
      id: "sha256:Zm9yIHRoZSB0b2tlbiBvZiB0aGUgbGFwdG9w",
      userId: ADA,
      provider: "google",
      providerAccountId: "110169484474386276334",
      sub: "110169484474386276334",
      sid: "08a5019c-17e1-4977-8f42-65a12843ea02",
      idToken: "eyJhbGciOiJkaXIifQ..c2VhbGVkIElEIHRva2Vu",
      expires: new Date("2099-12-31T23:59:59.999Z"),
    },
    // Another id than that of the account.
    {
      id: "sha256:c2Vzc2lvbiBvZiBab2U",
      userId: ZOE,
      provider: "keycloak",
      providerAccountId: "zoë",
      sub: "7f2c1c1e-8c55-4f0e-9f0b-3f7d5f0f2f11",
      sid: "e6c7a3f0-52d9-4c1c-8a6e-0f5d3f0a9b77",
      idToken: null,
      expires: new Date("2099-06-30T12:00:00.000Z"),
    },
    // A provider that names no sessions, and sends no ID token.
    {
      id: "sha256:c2Vzc2lvbiBvZiBHcmFjZQ",
      userId: GRACE,
      provider: "github",
      providerAccountId: "9919",
      sub: null,
      sid: null,
      idToken: null,
      expires: new Date("2099-01-01T00:00:00.000Z"),
    },
  ],
  deletions: [
    {
      userId: GRACE,
      version: 2,
      requestedAt: new Date("2099-01-18T00:00:00.123Z"),
      dueAt: new Date("2099-02-01T00:00:00.000Z"),
      leaseUntil: new Date("2099-02-01T00:15:00.000Z"),
      language: "zh-Hant-TW",
    },
    // The user has kept the account.
    { ...{ userId: ZOE, version: 7, requestedAt: START }, dueAt: null, leaseUntil: null, language: null },
  ],
  emailChanges: [{ userId: ZOE, version: 3, times: "1795000000000 1795000000001" }],
  activities: [
    {
      userId: ADA,
      id: "8205000000000-c2lnbiBpbg",
      type: "signInFailure",
      way: "password",
      reason: "CredentialsSignin",
      device: "Firefox on Windows",
      location: "Zürich, Schweiz",
      count: 3,
      createdAt: new Date("2099-01-18T00:00:00.123Z"),
      expires: new Date("2099-04-18T00:00:00.123Z"),
      ...{ actorId: null, subjectId: null, note: null, changes: null },
    },
    // By the people who run the application.
    {
      ...{ userId: ZOE, id: "8204999999999-c3RhZmY", type: "secondFactorReset", way: null, reason: null },
      ...{ device: null, location: null, count: 1 },
      createdAt: START,
      expires: new Date("2099-12-31T23:59:59.999Z"),
      ...{ actorId: null, subjectId: null, note: null, changes: null },
    },
    // The log of staff, since version 8.
    {
      ...{ userId: STAFF_LOG, id: "8204999999998-YmFu", type: "banUser", way: null, reason: null },
      ...{ device: "Safari on iPad", location: null, count: 1 },
      createdAt: START,
      expires: new Date("2100-11-20T00:00:00.000Z"),
      ...{ actorId: GRACE, subjectId: ADA, note: "Ticket 7: '£'" },
      changes: { role: ["user", "admin"], name: null, until: [null, "2099-01-18T00:00:00.123Z"] },
    },
  ],
  userNames: [
    { key: "жанна", userId: ADA, version: 2, shown: "Жанна", takenAt: START, heldUntil: null },
    { key: "@\u03bfbelix", userId: ZOE, version: 1, shown: "", takenAt: START, heldUntil: START },
  ],
  bans: [
    { userId: GRACE, version: 1, bannedAt: START, until: START, reason: "Spam: '£'", bannedBy: ADA },
    { userId: ZOE, version: 2, bannedAt: START, until: null, reason: null, bannedBy: null },
  ],
  anonymousUsers: [
    { userId: GRACE, version: 1, createdAt: START, claimedAt: null, claim: null },
    { userId: ADA, version: 3, createdAt: START, claimedAt: START, claim: "b2Yg" },
  ],
  actingSessions: [
    {
      id: "sha256:ac",
      userId: ZOE,
      actorId: ADA,
      reason: "\u00df '1'",
      createdAt: START,
      expires: new Date("2099-02-03T00:00:00.123Z"),
    },
  ],
  webhookMessages: [
    {
      ...{
        id: "4070908800123000000f00d-000",
        version: 3,
        userId: ZOE,
        endpoint: "https://b\u00fccher.example/'",
      },
      ...{ type: "account.linked", data: '{"provider":"\u00df"}', state: "due", tries: 2, failure: "503" },
      ...{ dueAt: new Date("2099-01-01T00:00:00.123Z"), createdAt: START },
    },
    // About a user who is gone.
    {
      ...{ id: "4070908800123000001beef-000", version: 0, userId: "nobody", endpoint: "crm" },
      ...{ type: "user.deleted", data: "{}", state: "unsettled", tries: 0, failure: null },
      ...{ dueAt: START, createdAt: START },
    },
  ],
};

/** Stores the records. */
export async function storeRows(adapter: Required<Adapter>): Promise<void> {
  for (const user of ROWS.users) await adapter.createUser({ ...user });
  for (const account of ROWS.accounts) await adapter.linkAccount({ ...account });
  for (const session of ROWS.sessions) await adapter.createSession({ ...session });
  for (const token of ROWS.tokens) await adapter.createVerificationToken({ ...token });
  for (const authenticator of ROWS.authenticators) await adapter.createAuthenticator({ ...authenticator });
  for (const security of ROWS.security) await adapter.rows.store("security", { ...security }, null);
  for (const attempts of ROWS.attempts) await adapter.rows.count("attempts", { ...attempts }, START);
  for (const factor of ROWS.secondFactors) await adapter.rows.store("secondFactors", { ...factor }, null);
  for (const pending of ROWS.pendingSignIns) await adapter.rows.store("pendingSignIns", { ...pending }, null);
  for (const tokens of ROWS.providerTokens) await adapter.rows.store("providerTokens", { ...tokens }, null);
  for (const session of ROWS.providerSessions) await adapter.rows.store("providerSessions", { ...session });
  for (const changes of ROWS.emailChanges) await adapter.rows.store("emailChanges", { ...changes }, null);
  for (const activity of ROWS.activities) await adapter.rows.count("activities", { ...activity }, START);
  for (const name of ROWS.userNames) await adapter.rows.store("userNames", { ...name }, null);
  for (const ban of ROWS.bans) await adapter.rows.store("bans", { ...ban }, null);
  for (const each of ROWS.anonymousUsers) await adapter.rows.store("anonymousUsers", { ...each }, null);
  for (const acting of ROWS.actingSessions) await adapter.rows.store("actingSessions", { ...acting });
  for (const message of ROWS.webhookMessages) {
    await adapter.rows.store("webhookMessages", { ...message }, null);
  }
  for (const deletion of ROWS.deletions) await adapter.rows.store("deletions", { ...deletion }, null);
}

/** Finds the records, by each method that finds some. Uses up the tokens. */
export async function readRows(adapter: Required<Adapter>): Promise<Rows> {
  const ids = ROWS.users.map(({ id }) => id);
  const each = async <T>(find: (id: string) => T | PromiseLike<T>) => await Promise.all(ids.map(find));
  const users = await each(adapter.getUser);
  const byAddress = await Promise.all(
    ROWS.users.map(({ email }, index) => email === null ? users[index] : adapter.getUserByEmail(email)),
  );
  const sessions = (await each(adapter.listSessionsByUserId)).flat();
  const seen = await Promise.all(sessions.map(({ sessionToken }) => adapter.getSessionAndUser(sessionToken)));
  return {
    users: present([...users.filter((user, index) => user?.id === byAddress[index]?.id)]),
    accounts: (await each(adapter.listAccountsByUserId)).flat(),
    sessions: present(seen).map(({ session }) => session),
    tokens: present(await Promise.all(ROWS.tokens.map((key) => adapter.useVerificationToken(key)))),
    authenticators: (await each(adapter.listAuthenticatorsByUserId)).flat(),
    security: present(await each((userId) => adapter.rows.find("security", { userId }))),
    attempts: (await Promise.all(
      ROWS.attempts.map(({ key, expires }) =>
        adapter.rows.count("attempts", { key, count: 0, expires }, START)
      ),
    )).filter(({ count }) => count > 0),
    secondFactors: present(await each((userId) => adapter.rows.find("secondFactors", { userId }))),
    pendingSignIns: present(
      await Promise.all(ROWS.pendingSignIns.map(({ id }) => adapter.rows.find("pendingSignIns", { id }))),
    ),
    providerTokens: (await each((userId) => adapter.rows.list("providerTokens", { userId }))).flat(),
    providerSessions: (await Promise.all(
      ROWS.providerSessions.map(({ userId, provider, sub, sid }) =>
        adapter.rows.list(
          "providerSessions",
          sub === null ? { userId } : userId === ADA ? { provider, sub } : { provider, sid: sid! },
        )
      ),
    )).flat(),
    emailChanges: present(await each((userId) => adapter.rows.find("emailChanges", { userId }))),
    activities: [
      ...(await each((userId) => adapter.rows.list("activities", { userId }))).flat(),
      ...await adapter.rows.list("activities", { userId: STAFF_LOG }),
    ],
    userNames: (await each((userId) => adapter.rows.list("userNames", { userId }))).flat(),
    bans: present(await each((userId) => adapter.rows.find("bans", { userId }))),
    anonymousUsers: present(await each((userId) => adapter.rows.find("anonymousUsers", { userId }))),
    actingSessions: (await each((userId) => adapter.rows.list("actingSessions", { userId }))).flat(),
    webhookMessages: await adapter.rows.list("webhookMessages", {}),
    deletions: present(await each((userId) => adapter.rows.find("deletions", { userId }))),
  };
}

/** The same records in an order that does not depend on the database, without fields that have no value. */
export function comparable(rows: Rows): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(rows).map(([kind, records]) => [kind, records.map(textOf).toSorted()]),
  );
}

function textOf(record: object): string {
  return JSON.stringify(record, (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).filter(([, field]) => value !== record || field !== null);
    return Object.fromEntries(fields.toSorted(([a], [b]) => a < b ? -1 : 1));
  });
}

function present<T>(values: readonly (T | null | undefined)[]): T[] {
  return values.filter((value) => value !== null && value !== undefined);
}

/** The rows that a version of the tables can have: those of later ones are left out. */
export function rowsOf(version: number): Rows {
  const activities = ROWS.activities.filter(({ userId }) => version >= 8 || userId !== STAFF_LOG);
  return { ...ROWS, activities };
}
