/**
 * Hashes by products that are packages of npm; see README.md. `node make_javascript.mjs <kind>` prints JSON.
 */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const passwords = JSON.parse(readFileSync(new URL("passwords.json", import.meta.url), "utf8"));
const require = createRequire(`${process.cwd()}/`);
const versionOf = (name) =>
  JSON.parse(readFileSync(`${process.cwd()}/node_modules/${name}/package.json`, "utf8")).version;

/** Kind → package → a function that hashes as the product does. */
const KINDS = {
  better_auth: {
    "better-auth": async () => (await load("better-auth/crypto")).hashPassword,
    oslo: async () => {
      const { Scrypt } = await load("oslo/password");
      return (password) => new Scrypt().hash(password);
    },
    lucia: async () => {
      const { LegacyScrypt } = await load("lucia");
      return (password) => new LegacyScrypt().hash(password);
    },
  },
  bcrypt: {
    bcrypt: async () => {
      const { default: bcrypt } = await load("bcrypt");
      return (password) => bcrypt.hash(password, 4);
    },
    bcryptjs: async () => {
      const { default: bcrypt } = await load("bcryptjs");
      return (password) => bcrypt.hash(password, 5);
    },
    oslo: async () => {
      const { Bcrypt } = await load("oslo/password");
      return (password) => new Bcrypt({ cost: 4 }).hash(password);
    },
  },
  firebase: {
    "firebase-scrypt": async () => {
      const { FirebaseScrypt } = await load("firebase-scrypt");
      const signerKey =
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
      const scrypt = new FirebaseScrypt({ signerKey, saltSeparator: "Bw==", rounds: 8, memCost: 14 });
      return async (password) => {
        const salt = randomBytes(10).toString("base64");
        return `$firebase$${salt}$${await scrypt.hash(password, salt)}`;
      };
    },
  },
  argon2id: {
    "@node-rs/argon2": async () => (await load("@node-rs/argon2")).hash,
    argon2: async () => {
      const { default: argon2 } = await load("argon2");
      return (password) => argon2.hash(password);
    },
    "argon2 with a secret": async () => {
      const { default: argon2 } = await load("argon2");
      return (password) => argon2.hash(password, { secret: Buffer.from("secret-ü-of-the-application") });
    },
    oslo: async () => {
      const { Argon2id } = await load("oslo/password");
      return (password) => new Argon2id().hash(password);
    },
  },
};

const made = {};
for (const [by, open] of Object.entries(KINDS[process.argv[2]])) {
  const hash = await open();
  const [name, ...more] = by.split(" ");
  const hashes = made[[name, versionOf(name), ...more].join(" ")] = {};
  for (const password of passwords) hashes[password] = await hash(password);
}
console.log(JSON.stringify(made, null, 2));

async function load(specifier) {
  return await import(require.resolve(specifier));
}
