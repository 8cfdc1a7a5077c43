/**
 * A256CBC-HS512 (RFC 7518 §5.2.5) and the other primitives of a sign-in with nothing around them, once on node:crypto
 * and once on WebCrypto. Keys are imported before. Payloads are not padded with checks: this is the floor.
 *
 * @module
 */

import * as node from "node:crypto";

/**
 * Imports the keys.
 *
 * @param kind `node` or `web`.
 * @returns `seal`, `open`, `mac`, `hash` and `importVerifier`; results may be promises.
 */
export function openCrypto(kind) {
  const keys = { mac: node.randomBytes(32), cipher: node.randomBytes(32), csrf: node.randomBytes(32) };
  return kind === "node" ? nodeCrypto(keys) : webCrypto(keys);
}

const HEADER = Buffer.from('{"alg":"dir","enc":"A256CBC-HS512","kid":"floor"}').toString("base64url");
const HEADER_BITS = Buffer.alloc(8);
HEADER_BITS.writeBigUInt64BE(BigInt(HEADER.length * 8));

function nodeCrypto(raw) {
  const mac = node.createSecretKey(raw.mac);
  const cipher = node.createSecretKey(raw.cipher);
  const csrf = node.createSecretKey(raw.csrf);
  const tagOf = (iv, sealed) =>
    node.createHmac("sha512", mac).update(HEADER).update(iv).update(sealed).update(HEADER_BITS).digest()
      .subarray(0, 32);
  return {
    seal: (payload) => {
      const iv = node.randomBytes(16);
      const encrypt = node.createCipheriv("aes-256-cbc", cipher, iv);
      const sealed = Buffer.concat([encrypt.update(payload), encrypt.final()]);
      return compact(iv, sealed, tagOf(iv, sealed));
    },
    open: (token) => {
      const { iv, sealed, tag } = parse(token);
      if (!node.timingSafeEqual(tag, tagOf(iv, sealed))) throw new Error("wrong tag");
      const decrypt = node.createDecipheriv("aes-256-cbc", cipher, iv);
      return decrypt.update(sealed, undefined, "utf8") + decrypt.final("utf8");
    },
    mac: (text) => node.createHmac("sha256", csrf).update(text).digest("base64url"),
    hash: (text) => node.createHash("sha256").update(text).digest("base64url"),
    importVerifier: (publicKey) => (text, signature) => node.verify("RSA-SHA256", text, publicKey, signature),
  };
}

async function webCrypto(raw) {
  const { subtle } = globalThis.crypto;
  const hmac = (hash) => ({ name: "HMAC", hash });
  const mac = await subtle.importKey("raw", raw.mac, hmac("SHA-512"), false, ["sign"]);
  const cipher = await subtle.importKey("raw", raw.cipher, "AES-CBC", false, ["encrypt", "decrypt"]);
  const csrf = await subtle.importKey("raw", raw.csrf, hmac("SHA-256"), false, ["sign"]);
  const text64 = (bytes) => Buffer.from(bytes).toString("base64url");
  const tagOf = async (iv, sealed) => {
    const input = Buffer.concat([Buffer.from(HEADER), iv, sealed, HEADER_BITS]);
    return Buffer.from(await subtle.sign("HMAC", mac, input), 0, 32);
  };
  return {
    seal: async (payload) => {
      const iv = globalThis.crypto.getRandomValues(Buffer.alloc(16));
      const sealed = Buffer.from(await subtle.encrypt({ name: "AES-CBC", iv }, cipher, Buffer.from(payload)));
      return compact(iv, sealed, await tagOf(iv, sealed));
    },
    open: async (token) => {
      const { iv, sealed, tag } = parse(token);
      if (!tag.equals(await tagOf(iv, sealed))) throw new Error("wrong tag");
      return Buffer.from(await subtle.decrypt({ name: "AES-CBC", iv }, cipher, sealed)).toString();
    },
    mac: async (text) => text64(await subtle.sign("HMAC", csrf, Buffer.from(text))),
    hash: async (text) => text64(await subtle.digest("SHA-256", Buffer.from(text))),
    importVerifier: async (publicKey) => {
      const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
      const key = await subtle.importKey("jwk", publicKey.export({ format: "jwk" }), rsa, false, ["verify"]);
      return (text, signature) => subtle.verify(rsa, key, signature, text);
    },
  };
}

function compact(iv, sealed, tag) {
  return `${HEADER}..${iv.toString("base64url")}.${sealed.toString("base64url")}.${
    tag.toString("base64url")
  }`;
}

function parse(token) {
  const [header, , iv, sealed, tag] = token.split(".");
  if (header !== HEADER) throw new Error("wrong header");
  return {
    iv: Buffer.from(iv, "base64url"),
    sealed: Buffer.from(sealed, "base64url"),
    tag: Buffer.from(tag, "base64url"),
  };
}
