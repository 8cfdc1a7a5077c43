import { Google } from "../../../src/providers/google.ts";
import { ADA, PERSON, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Google,
  metadata: {
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
    token_endpoint: "https://oauth2.googleapis.com/token",
    userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
    jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic" },
  claims: {
    sub: "110169484474386276334",
    azp: "client-1",
    ...PERSON,
    picture: "https://img.example/ada.png",
  },
  user: { ...ADA, id: "110169484474386276334", verified: true, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
