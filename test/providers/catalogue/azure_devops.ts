import { AzureDevOps } from "../../../src/providers/azure_devops.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: AzureDevOps,
  token: {
    request: "POST https://app.vssps.visualstudio.com/oauth2/token",
    auth: "own",
    params: {
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "a-client-secret-of-more-than-32-characters",
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "code-1",
      redirect_uri: "https://app.test/auth/callback/azure-devops",
    },
    json: { access_token: "access-token-1", token_type: "jwt-bearer" },
  },
  profile: [{
    request: "GET https://app.vssps.visualstudio.com/_apis/profile/profiles/me?api-version=6.0",
    json: {
      displayName: "Ada Lovelace",
      publicAlias: "d6245f20-2af8-44f4-9451-8107cb2767db",
      emailAddress: "ada@example.com",
      id: "d6245f20-2af8-44f4-9451-8107cb2767d0",
    },
  }],
  user: { ...ADA, id: "d6245f20-2af8-44f4-9451-8107cb2767d0", verified: false },
} satisfies ProviderCase;
