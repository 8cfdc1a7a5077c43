import { Cognito } from "../../../src/providers/cognito.ts";
import { ADA, PERSON, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Cognito,
  options: { issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI" },
  required: ["issuer"],
  metadata: {
    issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI",
    authorization_endpoint: "https://ada.auth.eu-west-1.amazoncognito.com/oauth2/authorize",
    token_endpoint: "https://ada.auth.eu-west-1.amazoncognito.com/oauth2/token",
    userinfo_endpoint: "https://ada.auth.eu-west-1.amazoncognito.com/oauth2/userInfo",
    jwks_uri: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI/.well-known/jwks.json",
    id_token_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "basic" },
  claims: {
    sub: "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
    "cognito:username": "ada",
    auth_time: 1893455990,
    ...PERSON,
    picture: "https://cdn.example.com/ada.png",
  },
  user: {
    ...ADA,
    id: "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
    verified: true,
    image: "https://cdn.example.com/ada.png",
  },
} satisfies ProviderCase;
