/**
 * Hashes that products have made: see `vectors/README.md`.
 *
 * @module
 */

import argon2id from "./vectors/argon2id.json" with { type: "json" };
import bcrypt from "./vectors/bcrypt.json" with { type: "json" };
import betterAuth from "./vectors/better_auth.json" with { type: "json" };
import django from "./vectors/django.json" with { type: "json" };
import firebase from "./vectors/firebase.json" with { type: "json" };
import wordpress from "./vectors/wordpress.json" with { type: "json" };

/** A hash that a product has made. */
export interface Vector {
  /** Product and version. */
  readonly by: string;
  /** The password that the user typed. */
  readonly password: string;
  /** What the product stored. */
  readonly hash: string;
}

/** Kind → its hashes, product by product. */
export const VECTORS = {
  argon2id: listed(argon2id),
  bcrypt: listed(bcrypt),
  betterAuth: listed(betterAuth),
  django: listed(django),
  firebase: listed(firebase),
  wordpress: listed(wordpress),
};

/** The parameters of the hashes of Firebase, from the README of firebase/scrypt. */
export const FIREBASE = {
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  rounds: 8,
  memoryCost: 14,
};

function listed(products: Readonly<Record<string, Readonly<Record<string, string>>>>): readonly Vector[] {
  return Object.entries(products).flatMap(([by, hashes]) =>
    Object.entries(hashes).map(([password, hash]) => ({ by, password, hash }))
  );
}
