import { EveOnline } from "../../../src/providers/eveonline.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

const CLAIMS = {
  scp: "publicData",
  jti: "998e12c7-3241-43c5-8355-2c48822e0a1b",
  kid: "JWT-Signature-Key",
  sub: "CHARACTER:EVE:95465499",
  azp: "client-1",
  tenant: "tranquility",
  tier: "live",
  region: "world",
  aud: ["client-1", "EVE Online"],
  name: "Ada Lovelace",
  owner: "8PmzCeTKb4VFUDrHLc/AeZXDSWM=",
  exp: 1789387200,
  iat: 1789386001,
  iss: "https://login.eveonline.com",
};

const toPart = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export default {
  create: EveOnline,
  token: {
    request: "POST https://login.eveonline.com/v2/oauth/token",
    auth: "basic",
    json: {
      access_token: `${toPart({ alg: "RS256", kid: "JWT-Signature-Key", typ: "JWT" })}.${
        toPart(CLAIMS)
      }.c2lnbmVk`,
      token_type: "Bearer",
      refresh_token: "refresh-token-1",
    },
  },
  user: {
    ...ADA,
    id: "8PmzCeTKb4VFUDrHLc/AeZXDSWM=",
    email: null,
    verified: false,
    image: "https://images.evetech.net/characters/95465499/portrait?size=128",
  },
} satisfies ProviderCase;
