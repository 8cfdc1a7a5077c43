/**
 * Session tokens: encrypted JWTs that only the holder of the secret can create or read.
 *
 * @module
 */

export type { JWTOptions } from "../model/options.ts";
export { decode, encode, getToken } from "../model/jwt.ts";
export type {
  Decoded,
  DefaultJWT,
  GetTokenParams,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  OlderTokens,
  RequestTokens,
  WithSecrets,
} from "../model/jwt.ts";
