import assert from "node:assert/strict";
import { test } from "node:test";
import { redactor, secretsIn, secretsOf } from "../../src/cli/redaction.ts";
import { ENV, run } from "./_command.ts";

test("check never prints a secret, in whatever message it is", async () => {
  const { out, errors } = await run(["check"], {
    ownProcess: true,
    env: { ...ENV, DATABASE_URL: "postgres://app:hunter22@db.example/app", SMTP_PASSWORD: "correct horse" },
    files: {
      "auth.ts": `
        const { DATABASE_URL, SMTP_PASSWORD, AUTH_SECRET } = process.env;
        const fail = () => { throw new Error([DATABASE_URL, "hunter22", SMTP_PASSWORD, AUTH_SECRET, "inline-client-secret"].join(" ")) };
        export const config = {
          providers: [{ id: "op", name: "OP", type: "oauth", clientId: "1", clientSecret: "inline-client-secret",
            authorization: "http://localhost:1/", token: "http://localhost:1/", userinfo: "http://localhost:1/" }],
          adapter: { createUser: fail, getUser: fail, getUserByEmail: fail, getUserByAccount: fail, updateUser: fail,
            linkAccount: fail, createSession: fail, getSessionAndUser: fail, updateSession: fail, deleteSession: fail },
        };`,
    },
  });
  assert.match(out, /\[hidden\]/);
  for (const secret of ["hunter22", "correct horse", ENV.AUTH_SECRET, "inline-client-secret"]) {
    assert.ok(!out.includes(secret) && !errors.includes(secret), secret);
  }
});

test("check accepts a password with a percent sign that escapes nothing", async () => {
  const { out, code } = await run(["check", "--offline"], {
    env: { ...ENV, DATABASE_URL: "postgres://app:50%off-today@db.example/app" },
    files: { "auth.ts": "export const config = { providers: [] };" },
  });
  assert.match(out, /Nothing is wrong/);
  assert.equal(code, 0);
});

test("a fault of the command hides secrets in its message and its stack, too", async () => {
  const { errors, code } = await run(["check", "--offline"], {
    ownProcess: true,
    env: { ...ENV, DB_PASS: "correct horse", DATABASE_URL: "postgres://app:50%off-today@db.example/app" },
    files: {
      "auth.ts": `export const config = { providers: [], get basePath() {
        throw new Error("no \x1b[2J " + process.env.DB_PASS + " " + process.env.DATABASE_URL); } };`,
    },
  });
  assert.match(
    errors,
    /^Cannot run "check": no {2}\[2J \[hidden\] \[hidden\]\nThis is a fault of the command/,
  );
  assert.ok(!errors.includes("correct horse") && !errors.includes("50%off") && !errors.includes("\x1b"));
  assert.equal(code, 1);
});

test("secretsOf() knows the usual names of variables with secrets", () => {
  const names = [
    "DB_PASS",
    "SMTP_PASS",
    "MYSQL_PWD",
    "SENDGRID_APIKEY",
    "STORAGE_CONNECTION_STRING",
    "APP_PRIVATE_KEY_PEM",
    "AWS_CREDENTIALS_FILE",
    "SENTRY_DSN",
    "GITHUB_PAT",
  ];
  assert.deepEqual(secretsOf(Object.fromEntries(names.map((name) => [name, `value of ${name}`]))), [
    ...names.map((name) => `value of ${name}`),
  ]);
  assert.deepEqual(
    secretsOf({ PWD: "/home/me", OLDPWD: "/tmp", AUTH_KEYCLOAK_ISSUER: "https://op.example/", PATH: "/bin" }),
    [],
  );
});

const HIDDEN: readonly (readonly [env: Record<string, string>, text: string, shown: string])[] = [
  [{ DATABASE_URL: "postgres://user:pa/ss@host/db" }, "of postgres://user:pa/ss@host/db", "of [hidden]"],
  [{ QUEUE: "amqp://only-a-token@host" }, "amqp://only-a-token@host", "[hidden]"],
  [{}, "postgres://user:pa/ss@host/db", "postgres://user:[hidden]@host/db"],
  [
    {},
    "jdbc:mysql://host/db?user=a&password=hunter22&x=1",
    "jdbc:mysql://host/db?user=a&password=[hidden]&x=1",
  ],
  [{}, "https://host/?api_key=hunter22", "https://host/?api_key=[hidden]"],
  [{ REDIS: "redis://host/?password=hunter%2022" }, "it is hunter 22", "it is [hidden]"],
  [
    { APP_KEY: "-----BEGIN\r\nfirst-line\nsecond-line" },
    "first-line, then second-line",
    "[hidden], then [hidden]",
  ],
];
for (const [env, text, shown] of HIDDEN) {
  test(`redactor() hides the secrets in ${text}`, () => {
    assert.equal(redactor(secretsOf(env))(text), shown);
  });
}

test("secretsIn() reads the credentials of a mail server in the config, and no names of methods", () => {
  const config = {
    providers: [
      { id: "a", type: "email", server: "smtp://me:hunter22@mail.example" },
      {
        id: "b",
        type: "email",
        server: { host: "mail.example", auth: { user: "me", pass: "correct horse" } },
      },
      {
        id: "c",
        type: "oauth",
        token: "https://op.example/token",
        client: { token_endpoint_auth_method: "client_secret_post" },
      },
    ],
    secret: ["first-secret", "second-secret"],
  } as unknown as Parameters<typeof secretsIn>[0];
  const hide = redactor(secretsIn(config, null));
  assert.equal(
    hide("hunter22 correct horse first-secret second-secret client_secret_post https://op.example/token"),
    "[hidden] [hidden] [hidden] [hidden] client_secret_post https://op.example/token",
  );
});

test("redactor() removes the characters that change the direction of a text", () => {
  const controls = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
  assert.equal(redactor([])(`a${controls}b`), "ab");
});
