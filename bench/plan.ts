/**
 * The measurements, as data: the subjects that take turns, and the ratios between them.
 *
 * @module
 */

/** One process: an operation of a library. */
export interface Subject {
  /** The library. `floor` is the same work without one, `bare` a server that looks at nothing. */
  readonly library: "latchkey" | "authjs" | "betterauth" | "floor" | "bare";
  /** `web` takes `process.getBuiltinModule` away before the library is imported. */
  readonly crypto: "node" | "web";
  /** A name in `worker/operations.mjs`. */
  readonly operation: string;
  /** Whether it runs on a Node with `node:sqlite`. Default: on that of the path. */
  readonly needsSqlite?: boolean;
  /** Whether it is a server, which needs many requests before it is as fast as it gets. */
  readonly isServer?: boolean;
  /** Options of `openOperation`. */
  readonly options: Readonly<Record<string, number>>;
}

/** A line of the report: the CPU time of one subject over that of another. */
export interface Comparison {
  /** First column. */
  readonly label: string;
  /** Key of the subject that is judged. */
  readonly subject: string;
  /** Key of the subject that it is compared with. */
  readonly against: string;
  /** Key of the subject that does the least possible. */
  readonly floor?: string;
  /** Goal: the highest ratio. */
  readonly must?: number;
  /** Goal: the highest ratio to the floor. */
  readonly mustOfFloor?: number;
}

/** Subjects that take turns, so that other load on the machine slows all of them down equally. */
export interface Group {
  /** For `--only`. */
  readonly name: string;
  /** Part of the report. */
  readonly section: "side by side" | "over http" | "through express" | "growth" | "noise";
  /** Factor for the time that its subjects run before they are measured. Default 1. */
  readonly warmUp?: number;
  /** Whether `--on` measures it, on each runtime. */
  readonly everywhere?: boolean;
  /** The subjects. */
  readonly subjects: Readonly<Record<string, Subject>>;
  /** The ratios to report. */
  readonly comparisons: readonly Comparison[];
}

/** All groups, in the order of the report. */
export const groups: readonly Group[] = [
  withNewTokens(sideBySide("session", "GET /session, JWT", { must: 0.1, mustOnWebCrypto: 0.2 })),
  onSqlite(withPublishedAdapter("GET /session, stored (SQLite, Node 22)", { must: 0.25 })),
  sideBySide("no session", "GET /session, nobody", { must: 0.22 }),
  { ...sideBySide("getToken", "getToken", { must: 0.08, mustOfFloor: 1.2 }), everywhere: true },
  { ...sideBySide("encode", "encode", { must: 0.12, mustOfFloor: 1.2 }), everywhere: true },
  { ...sideBySide("decode", "decode", { must: 0.06, mustOfFloor: 1.2 }), everywhere: true },
  sideBySide("csrf", "GET /csrf", { must: 0.25 }),
  sideBySide("signin page", "GET /signin, 3 providers", { must: 0.25 }),
  { ...sideBySide("signin", "POST /signin/:provider", { must: 0.08 }), warmUp: 2 },
  { ...sideBySide("oauth callback", "OAuth callback", { must: 0.3 }), warmUp: 3 },
  { ...sideBySide("oidc callback", "OIDC callback", { must: 0.35 }), warmUp: 3 },
  overHttp(),
  throughExpress(),
  growth("providers", "100 providers", "no session", { options: { providers: 100 }, must: 1.15 }),
  growth("providers", "GET /signin, 100 providers to 3", "signin page", {
    options: { providers: 100 },
    must: 1.5,
  }),
  growth("secrets", "3 secrets, GET /session", "session", { options: { secrets: 3 }, must: 1.25 }),
  growth("secrets", "3 secrets, getToken", "getToken", { options: { secrets: 3 }, must: 1.25 }),
  revocation(),
  noise(),
];

/** Groups whose allocation is measured, with the most kB that one run may allocate. */
export const allocations: readonly {
  readonly label: string;
  readonly operation: string;
  readonly must: number;
}[] = [
  { label: "GET /session, JWT", operation: "session", must: 40 },
  { label: "GET /session, nobody", operation: "no session", must: 25 },
  { label: "getToken", operation: "getToken", must: 15 },
];

/** A subject of a library on node:crypto. */
export function subjectOf(
  library: Subject["library"],
  operation: string,
  options: Subject["options"] = {},
): Subject {
  return { library, crypto: "node", operation, options };
}

/** Ours twice and the floor twice, with and without node:crypto, and theirs, which uses WebCrypto in any case. */
function sideBySide(
  operation: string,
  label: string,
  { mustOnWebCrypto, ...goals }: {
    readonly must?: number;
    readonly mustOfFloor?: number;
    readonly mustOnWebCrypto?: number;
  },
): Group {
  const ours = subjectOf("latchkey", operation);
  const floor = subjectOf("floor", operation);
  return {
    name: operation,
    section: "side by side",
    subjects: {
      ours,
      theirs: subjectOf("authjs", operation),
      floor,
      oursOnWebCrypto: { ...ours, crypto: "web" },
      floorOnWebCrypto: { ...floor, crypto: "web" },
    },
    comparisons: [
      { label, subject: "ours", against: "theirs", floor: "floor", ...goals },
      {
        label: "  WebCrypto only",
        subject: "oursOnWebCrypto",
        against: "theirs",
        floor: "floorOnWebCrypto",
        must: mustOnWebCrypto,
      },
    ],
  };
}

/**
 * Once both with our adapter, on the same rows of the same file, which compares the libraries alone; once each with its
 * own, on the same users in the same file, which compares what an application would choose.
 */
function withPublishedAdapter(label: string, { must }: { readonly must: number }): Group {
  const group = sideBySide("stored session", `${label}, our adapter for both`, {});
  return {
    ...group,
    warmUp: 3,
    subjects: { ...group.subjects, theirsOnDrizzle: subjectOf("authjs", "stored session, drizzle") },
    comparisons: [
      ...group.comparisons,
      {
        label: `${label}, theirs on @auth/drizzle-adapter`,
        subject: "ours",
        against: "theirsOnDrizzle",
        floor: "floor",
        must,
      },
    ],
  };
}

/** All its subjects on the Node that has `node:sqlite`. */
function onSqlite(group: Group): Group {
  const subjects = Object.entries(group.subjects).map((
    [key, subject],
  ) => [key, { ...subject, needsSqlite: true }]);
  return { ...group, subjects: Object.fromEntries(subjects) };
}

/** @auth/core makes a new token at each check. So does ours here, though by default it does so once a day. */
function withNewTokens(group: Group): Group {
  return {
    ...group,
    subjects: { ...group.subjects, oursRenewing: subjectOf("latchkey", "session", { updateAge: 0 }) },
    comparisons: [
      ...group.comparisons,
      { label: "  a new token each time", subject: "oursRenewing", against: "theirs" },
    ],
  };
}

/** Our door for `node:http` beside the floor and a server that looks at nothing; `@auth/core` has no such door. */
function overHttp(): Group {
  const page = "http page";
  return {
    name: "over http",
    section: "over http",
    everywhere: true,
    subjects: {
      page: serverOf("latchkey", page),
      pageOfFloor: serverOf("floor", page),
      pageOfFloorAgain: serverOf("floor", page),
      pageOfBetterAuth: serverOf("betterauth", page),
      pageOfOne: serverOf("latchkey", `${page}, one user`),
      pageOfOneOfFloor: serverOf("floor", `${page}, one user`),
      session: serverOf("latchkey", "http session"),
      sessionOfFloor: serverOf("floor", "http session"),
      nobody: serverOf("latchkey", `${page}, nobody`),
      bare: serverOf("bare", `${page}, nobody`),
    },
    comparisons: [
      {
        label: "page, thousands of users in turn ÷ floor",
        subject: "page",
        against: "pageOfFloor",
        must: 1.3,
      },
      {
        label: "page, one user again and again ÷ floor",
        subject: "pageOfOne",
        against: "pageOfOneOfFloor",
        must: 1,
      },
      { label: "GET /auth/session ÷ floor", subject: "session", against: "sessionOfFloor", must: 1.4 },
      { label: "page, nobody signed in ÷ bare server", subject: "nobody", against: "bare", must: 1.4 },
      { label: "  page of better-auth ÷ floor", subject: "pageOfBetterAuth", against: "pageOfFloor" },
      { label: "  floor ÷ bare server", subject: "pageOfFloor", against: "bare" },
      { label: "  floor ÷ floor: noise", subject: "pageOfFloorAgain", against: "pageOfFloor" },
    ],
  };
}

/** A page that reads the session in an application of Express, beside the floor there and `@auth/express`. */
function throughExpress(): Group {
  const page = "express page";
  return {
    name: "express",
    section: "through express",
    everywhere: true,
    subjects: {
      page: serverOf("latchkey", page),
      pageOfFloor: serverOf("floor", page),
      pageOfAuthJs: serverOf("authjs", page),
      pageOfBetterAuth: serverOf("betterauth", page),
      pageOfOne: serverOf("latchkey", `${page}, one user`),
      pageOfOneOfFloor: serverOf("floor", `${page}, one user`),
      bare: serverOf("bare", page),
    },
    comparisons: [
      {
        label: "page, thousands of users in turn ÷ floor",
        subject: "page",
        against: "pageOfFloor",
        must: 1.15,
      },
      { label: "page, one user again and again ÷ floor", subject: "pageOfOne", against: "pageOfOneOfFloor" },
      { label: "page ÷ @auth/express", subject: "page", against: "pageOfAuthJs", must: 0.17 },
      { label: "  page of @auth/express ÷ floor", subject: "pageOfAuthJs", against: "pageOfFloor" },
      { label: "  page of better-auth ÷ floor", subject: "pageOfBetterAuth", against: "pageOfFloor" },
      { label: "  floor ÷ bare route", subject: "pageOfFloor", against: "bare" },
    ],
  };
}

function serverOf(library: Subject["library"], operation: string): Subject {
  return { ...subjectOf(library, operation), isServer: true };
}

/** The price of sessions in tokens that can be ended early. */
function revocation(): Group {
  const label = (delay: string) => `revocationDelay ${delay}, SQLite, to no database, GET /session`;
  return onSqlite({
    name: "revocation",
    section: "growth",
    warmUp: 3,
    subjects: {
      always: subjectOf("latchkey", "revocable session", { always: 1 }),
      delayed: subjectOf("latchkey", "revocable session"),
      ours: subjectOf("latchkey", "session"),
    },
    comparisons: [
      { label: label("300"), subject: "delayed", against: "ours", must: 1.25 },
      { label: label('"always"'), subject: "always", against: "ours" },
    ],
  });
}

function growth(
  name: string,
  label: string,
  operation: string,
  { options, must }: { readonly options: Subject["options"]; readonly must: number },
): Group {
  return {
    name,
    section: "growth",
    subjects: {
      oursGrown: subjectOf("latchkey", operation, options),
      ours: subjectOf("latchkey", operation),
      theirsGrown: subjectOf("authjs", operation, options),
      theirs: subjectOf("authjs", operation),
    },
    comparisons: [
      { label, subject: "oursGrown", against: "ours", must },
      { label: "  @auth/core", subject: "theirsGrown", against: "theirs" },
    ],
  };
}

/** Each library against itself: how far from 1 a ratio is when there is no difference. */
function noise(): Group {
  const ours = subjectOf("latchkey", "session");
  const theirs = subjectOf("authjs", "session");
  return {
    name: "noise",
    section: "noise",
    subjects: { ours, oursAgain: ours, theirs, theirsAgain: theirs },
    comparisons: [
      { label: "ours against itself", subject: "ours", against: "oursAgain" },
      { label: "@auth/core against itself", subject: "theirs", against: "theirsAgain" },
    ],
  };
}
