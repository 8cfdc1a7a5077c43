/**
 * Password hashes that other products have made: an application that moves to this library verifies them until each user
 * has signed in once, and hashes the password anew then.
 *
 * @module
 */

export type { Hashing } from "../crypto/hashing.ts";
export { argon2id, type Argon2idOptions } from "../crypto/hashes/argon2id.ts";
export { bcrypt, type BcryptOptions } from "../crypto/hashes/bcrypt.ts";
export { betterAuth } from "../crypto/hashes/better_auth.ts";
export { django, type DjangoOptions } from "../crypto/hashes/django.ts";
export { firebase, type FirebaseOptions } from "../crypto/hashes/firebase.ts";
export type { PasswordHash } from "../crypto/hashes/types.ts";
export { wordpress, type WordpressOptions } from "../crypto/hashes/wordpress.ts";
