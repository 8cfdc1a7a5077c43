import { exportPKCS8 } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { jwtVerify } from "jose/jwt/verify";
import { Apple } from "../../../src/providers/apple.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });

export default {
  create: Apple,
  options: {
    clientSecret: undefined,
    teamId: "A1B2C3D4E5",
    keyId: "F6G7H8I9J0",
    privateKey: await exportPKCS8(privateKey),
  },
  required: ["teamId", "keyId", "privateKey"],
  jwks: "https://appleid.apple.com/auth/keys",
  response: {
    user: JSON.stringify({
      name: { firstName: "Ada", lastName: "Lovelace" },
      email: "forged@example.com",
    }),
  },
  token: {
    request: "POST https://appleid.apple.com/auth/token",
    auth: "post",
    async isSecret(secret, now) {
      const options = { currentDate: now, issuer: "A1B2C3D4E5", audience: "https://appleid.apple.com" };
      const { payload } = await jwtVerify(secret, publicKey, options);
      return payload.sub === "client-1";
    },
  },
  claims: {
    sub: "001234.a1b2c3d4e5f6.0123",
    email: "ada@example.com",
    email_verified: "true",
    is_private_email: "false",
    nonce_supported: true,
    real_user_status: 2,
  },
  user: { ...ADA, id: "001234.a1b2c3d4e5f6.0123", verified: true },
} satisfies ProviderCase;
