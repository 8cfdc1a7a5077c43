/**
 * An example of each field of the providers of passwords, and of the functions that hash them. `deno task print` copies
 * them to the pages.
 *
 * @module
 */

import {
  hashPassword,
  type Pbkdf2Options,
  type ScryptOptions,
  verifyPassword,
} from "../../src/crypto/password.ts";
import {
  argon2id,
  type Argon2idOptions,
  bcrypt,
  type BcryptOptions,
  django,
  type DjangoOptions,
  firebase,
  type FirebaseOptions,
  wordpress,
  type WordpressOptions,
} from "../../src/entries/password_hashes.ts";
import { Credentials, type CredentialsOptions } from "../../src/providers/credentials.ts";
import { Password, pwnedPasswords, type PwnedPasswordsOptions } from "../../src/providers/password.ts";
import type { CredentialInput, PasswordSettings } from "../../src/model/provider.ts";
import type { All } from "./example_config.ts";

const users = new Map([["ada@example.com", { id: "1", hash: await hashPassword("secret", { ln: 1 }) }]]);

/** Options of `Password()`. */
export const keptPassword: All<PasswordSettings> = {
  minLength: 20,
  isLeaked: pwnedPasswords(),
  hashes: [bcrypt()],
  cost: { ln: 18 },
  mail: "resend",
  unknownBrowsers: "allow",
};

/** Options of `pwnedPasswords()`. */
export const pwned: All<PwnedPasswordsOptions> = {
  url: "https://passwords.example.com/range/",
  timeout: 1,
  onFailure: "refuse",
};

/** Options of `bcrypt()`. */
export const bcryptHashes: All<BcryptOptions> = {
  pepper: "the-pepper-of-devise",
  cost: 12,
};

/** Options of `argon2id()`. */
export const argon2idHashes: All<Argon2idOptions> = {
  secret: "the-pepper-of-devise-argon2",
  m: 19_456,
  t: 2,
  p: 1,
};

/** Options of `django()`. */
export const djangoHashes: All<DjangoOptions> = {
  iterations: 600_000,
};

/** Options of `wordpress()`. */
export const wordpressHashes: All<WordpressOptions> = {
  cost: 12,
};

/** Options of `firebase()`. */
export const firebaseHashes: All<FirebaseOptions> = {
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  rounds: 8,
  memoryCost: 14,
};

/** Options of `Credentials()`. */
export const credentials: All<CredentialsOptions<Readonly<Record<string, CredentialInput>>>> = {
  id: "password",
  name: "Password",
  credentials: {
    email: { type: "email", autocomplete: "username", required: true },
    password: { type: "password", required: true },
  },
  async authorize({ email, password }) {
    const user = users.get(String(email).trim().toLowerCase());
    if (!await verifyPassword(password, user?.hash) || !user) return null;
    return { id: user.id, email: String(email) };
  },
  revoke(user) {
    return users.delete(user.email ?? "");
  },
};

/** An input of a form. */
export const input: All<CredentialInput> = {
  label: "Customer number",
  type: "email",
  placeholder: "ada@example.com",
  autocomplete: "username",
  value: "guest",
  required: true,
};

/** Options of `hashPassword()`. */
export const scrypt: All<ScryptOptions> = {
  algorithm: "scrypt",
  ln: 15,
  r: 8,
  p: 3,
  signal: AbortSignal.timeout(5000),
};

/** The other algorithm of `hashPassword()`. */
export const pbkdf2: All<Pbkdf2Options> = {
  algorithm: "pbkdf2-sha256",
  iterations: 100_000,
  signal: AbortSignal.timeout(5000),
};

/** The functions around the examples, so that the pages import them. */
export const functions: Readonly<Record<string, unknown>> = {
  Credentials,
  Password,
  argon2id,
  bcrypt,
  django,
  firebase,
  hashPassword,
  wordpress,
};
