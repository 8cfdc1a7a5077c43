import { after } from "node:test";
import { AUTHENTICATION_ROWS, CHECK_ROWS, ID_TOKEN_ROWS } from "./_client_rows.ts";
import { CALLBACK } from "./_libraries.ts";
import { type OidcProviderSettings, startOidcProvider } from "./_oidc_provider.ts";
import {
  DEMAND_ROWS,
  DISCOVERY_ROWS,
  INSECURE_ROWS,
  PARAMETER_ROWS,
  PATH_ROWS,
  PROFILE_ROWS,
  PUSHED_ROWS,
  SUBJECT_ROWS,
} from "./_protocol_rows.ts";
import { type Row, testRows } from "./_rows.ts";

const SECRET = "a client secret that is long enough for HS512: sixty-four bytes and more";

/** Metadata of the client that is registered for a row. */
function clientOf(row: Row, index: number): Readonly<Record<string, unknown>> {
  return {
    client_id: `client-${index}`,
    client_secret: SECRET,
    redirect_uris: [CALLBACK],
    ...row.client,
  };
}

/** Starts a provider for the rows, and declares their tests. Both are done before the first test runs. */
async function testAt(
  title: string,
  rows: readonly Row[],
  settings?: OidcProviderSettings,
): Promise<void> {
  const clients = new Map(rows.map((row, index) => [row, clientOf(row, index)]));
  const { issuer, close, ...provider } = await startOidcProvider([...clients.values()], settings);
  after(close);
  testRows(title, rows, () => ({
    issuer,
    fetch: settings?.origin ? provider.fetch : undefined,
    credentials: (row) => {
      const { client_id, client_secret } = clients.get(row)!;
      return { clientId: String(client_id), clientSecret: String(client_secret) };
    },
  }));
}

await testAt("oidc-provider", [
  ...AUTHENTICATION_ROWS,
  ...CHECK_ROWS,
  ...ID_TOKEN_ROWS,
  ...PROFILE_ROWS,
  ...PARAMETER_ROWS,
  ...DISCOVERY_ROWS,
  ...DEMAND_ROWS,
]);
await testAt("oidc-provider with claims of scopes at userinfo only", SUBJECT_ROWS, {
  fields: { conformIdTokenClaims: true },
});
await testAt("oidc-provider that requires pushed requests", PUSHED_ROWS, {
  features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
});
await testAt("oidc-provider below a path", PATH_ROWS, { path: "/realms/tests" });
await testAt("oidc-provider over http on another machine", INSECURE_ROWS, {
  origin: "http://idp.intra:8080",
});
