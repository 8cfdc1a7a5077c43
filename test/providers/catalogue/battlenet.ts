import { BattleNet } from "../../../src/providers/battlenet.ts";
import { BEARER, type ProviderCase, server } from "../_catalogue.ts";

export default {
  create: BattleNet,
  options: { issuer: "https://eu.battle.net/oauth" },
  metadata: server("https://eu.battle.net/oauth", "/authorize /token /jwks/certs /userinfo"),
  token: { auth: "basic", json: { ...BEARER, token_type: "bearer", scope: "openid", sub: "123456789" } },
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
} satisfies ProviderCase;
