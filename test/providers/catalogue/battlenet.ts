import { BattleNet } from "../../../src/providers/battlenet.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: BattleNet,
  options: { issuer: "https://eu.battle.net/oauth" },
  token: {
    request: "POST https://eu.battle.net/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      expires_in: 86399,
      scope: "openid",
      sub: "123456789",
      id_token: "not-read",
    },
  },
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
