import { BankIDNorway } from "../../../src/providers/bankid_no.ts";
import { ADA, PERSON, type ProviderCase } from "../_catalogue.ts";

export default {
  create: BankIDNorway,
  metadata: {
    issuer: "https://auth.bankid.no/auth/realms/prod",
    authorization_endpoint: "https://auth.bankid.no/auth/realms/prod/precheck/auth",
    token_endpoint: "https://auth.bankid.no/auth/realms/prod/protocol/openid-connect/token",
    userinfo_endpoint: "https://auth.bankid.no/userinfo",
    jwks_uri: "https://auth.bankid.no/auth/realms/prod/protocol/openid-connect/certs",
    id_token_signing_alg_values_supported: ["RS256"],
    userinfo_signing_alg_values_supported: ["RS256"],
  },
  token: { auth: "post" },
  claims: {
    sub: "e8c523ff-52a2-42e2-a7a5-f1d0fbb76204",
    name: "Ada King",
    given_name: "Ada",
    family_name: "Lovelace",
    amr: "BIS",
    acr: "urn:bankid:bis;LOA=3",
    azp: "client-1",
  },
  profile: [{
    request: "GET https://auth.bankid.no/userinfo",
    signed: true,
    json: {
      sub: "e8c523ff-52a2-42e2-a7a5-f1d0fbb76204",
      ...PERSON,
      amr: "BIS",
      acr: "urn:bankid:bis;LOA=3",
      iss: "https://auth.bankid.no/auth/realms/prod",
      aud: "client-1",
    },
  }],
  user: { ...ADA, id: "e8c523ff-52a2-42e2-a7a5-f1d0fbb76204", verified: false },
} satisfies ProviderCase;
