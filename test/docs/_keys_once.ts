/**
 * scrypt, which derives each key once in a test file. It takes 128 MB and a good part of a second on purpose, and the same
 * password, salt and cost give the same key: a sign-in after a registration need not derive it again.
 *
 * @module
 */

import crypto from "node:crypto";
import { setImmediate } from "node:timers";

const keys = new Map<string, Promise<Uint8Array>>();

/** Derives each key once, from now on, in this test file. */
export function deriveKeysOnce(): void {
  const { scrypt } = crypto;
  const derive = (password: Uint8Array, salt: Uint8Array, length: number, cost: crypto.ScryptOptions) =>
    new Promise<Uint8Array>((resolve, reject) =>
      scrypt(password, salt, length, cost, (error, key) => error ? reject(error) : resolve(key))
    );
  const once = (...[password, salt, length, cost, callback]: Parameters<Scrypt>): void => {
    const question = JSON.stringify([password.toHex(), salt.toHex(), length, cost]);
    const key = keys.get(question) ?? derive(password, salt, length, cost);
    keys.set(question, key);
    // Later, as from another thread.
    key.then(
      (key) => setImmediate(callback, null, key.slice()),
      (error) => setImmediate(callback, error, new Uint8Array()),
    );
  };
  Object.assign(crypto, { scrypt: once });
}

type Scrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  length: number,
  cost: crypto.ScryptOptions,
  callback: (error: Error | null, key: Uint8Array) => void,
) => void;
