import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTHENTICATION_ROWS, CHECK_ROWS, ID_TOKEN_ROWS } from "./_client_rows.ts";
import { CALLBACK } from "./_libraries.ts";
import { type OidcProvider, type OidcProviderSettings, startOidcProvider } from "./_oidc_provider.ts";
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
import { type Ground, type Row, testRows } from "./_rows.ts";
import { afterTests } from "../../_after.ts";

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

/** A table at a provider of its own. */
interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly settings?: OidcProviderSettings;
}

const TABLES: readonly Table[] = [
  {
    title: "oidc-provider",
    rows: [
      ...AUTHENTICATION_ROWS,
      ...CHECK_ROWS,
      ...ID_TOKEN_ROWS,
      ...PROFILE_ROWS,
      ...PARAMETER_ROWS,
      ...DISCOVERY_ROWS,
      ...DEMAND_ROWS,
    ],
  },
  {
    title: "oidc-provider with claims of scopes at userinfo only",
    rows: SUBJECT_ROWS,
    settings: { fields: { conformIdTokenClaims: true } },
  },
  {
    title: "oidc-provider that requires pushed requests",
    rows: PUSHED_ROWS,
    settings: {
      features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
    },
  },
  { title: "oidc-provider below a path", rows: PATH_ROWS, settings: { path: "/realms/tests" } },
  {
    title: "oidc-provider over http on another machine",
    rows: INSECURE_ROWS,
    settings: { origin: "http://idp.intra:8080" },
  },
];

async function openGround(
  { rows, settings }: Table,
): Promise<Ground & Pick<OidcProvider, "failures">> {
  const clients = new Map(rows.map((row, index) => [row, clientOf(row, index)]));
  const { issuer, failures, close, ...provider } = await startOidcProvider([...clients.values()], settings);
  afterTests(close);
  return {
    issuer,
    failures,
    fetch: settings?.origin ? provider.fetch : undefined,
    credentials: (row) => {
      const { client_id, client_secret } = clients.get(row)!;
      return { clientId: String(client_id), clientSecret: String(client_secret) };
    },
  };
}

// All before the first test: Deno ends with success when a module fails that has tests already.
const grounds = await Promise.all(TABLES.map(openGround));
for (const [index, { title, rows }] of TABLES.entries()) testRows(title, rows, grounds[index]!);
test("oidc-provider has not failed itself in any sign-in", () => {
  assert.deepEqual(grounds.flatMap(({ failures }) => failures), []);
});
