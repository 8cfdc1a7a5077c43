/**
 * Prints the cookies that sign Ada in, for each library.
 *
 * @module
 */

import { encode as ours } from "@latchkey/auth/jwt";
import { encode as theirs } from "next-auth/jwt";

const token = { name: "Ada Lovelace", email: "ada@example.com", picture: null, sub: "1" };
const { AUTH_SECRET: secret } = process.env;
const [name, peer] = ["latchkey.session-token", "authjs.session-token"];

console.log(JSON.stringify({
  ours: `${name}=${await ours({ token, secret, salt: name })}`,
  theirs: `${peer}=${await theirs({ token, secret, salt: peer })}`,
  bare: "other=1",
}));
