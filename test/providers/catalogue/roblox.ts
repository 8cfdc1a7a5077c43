import { Roblox } from "../../../src/providers/roblox.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Roblox,
  algorithm: "ES256",
  metadata: {
    issuer: "https://apis.roblox.com/oauth/",
    authorization_endpoint: "https://apis.roblox.com/oauth/v1/authorize",
    token_endpoint: "https://apis.roblox.com/oauth/v1/token",
    userinfo_endpoint: "https://apis.roblox.com/oauth/v1/userinfo",
    jwks_uri: "https://apis.roblox.com/oauth/v1/certs",
    id_token_signing_alg_values_supported: ["ES256"],
  },
  token: {
    request: "POST https://apis.roblox.com/oauth/v1/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      refresh_token: "refresh-token-1",
      token_type: "Bearer",
      expires_in: 899,
      scope: "openid profile",
    },
  },
  claims: {
    sub: "1516563360",
    name: "Ada Lovelace",
    nickname: "Ada Lovelace",
    preferred_username: "countess1815",
    created_at: 1584682495,
    profile: "https://www.roblox.com/users/1516563360/profile",
    picture: "https://tr.rbxcdn.com/ada/150/150/AvatarHeadshot/Png",
  },
  user: {
    id: "1516563360",
    name: "Ada Lovelace",
    email: null,
    verified: false,
    image: "https://tr.rbxcdn.com/ada/150/150/AvatarHeadshot/Png",
  },
};

export default provider;
