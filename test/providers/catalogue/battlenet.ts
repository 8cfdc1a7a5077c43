import { BattleNet } from "../../../src/providers/battlenet.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: BattleNet,
  options: { issuer: "https://eu.battle.net/oauth" },
  metadata: {
    issuer: "https://eu.battle.net/oauth",
    authorization_endpoint: "https://eu.battle.net/oauth/authorize",
    token_endpoint: "https://eu.battle.net/oauth/token",
    userinfo_endpoint: "https://eu.battle.net/oauth/userinfo",
    jwks_uri: "https://eu.battle.net/oauth/jwks/certs",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: {
    request: "POST https://eu.battle.net/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 86399,
      scope: "openid",
      sub: "123456789",
    },
  },
  claims: { nonce: undefined, sub: "123456789", battle_tag: "Ada#1815" },
  profile: [{
    request: "GET https://eu.battle.net/oauth/userinfo",
    json: { sub: "123456789", id: 123456789, battletag: "Ada#1815" },
  }],
  user: {
    id: "123456789",
    name: "Ada#1815",
    email: null,
    verified: false,
    image: null,
  },
};

export default provider;
