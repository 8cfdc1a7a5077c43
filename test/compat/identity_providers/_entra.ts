/**
 * The issuer `common` of Microsoft Entra ID, played by `oidc-provider`: the metadata have a template as issuer, and ID tokens
 * the issuer of the user's tenant.
 *
 * @module
 */

import assert from "node:assert/strict";
// @ts-types="./_auth_core.d.ts"
import TheirEntra from "npm:@auth/core@0.41.3/providers/microsoft-entra-id";
import { MicrosoftEntraID } from "../../../src/providers/microsoft_entra_id.ts";
import type { Flow } from "./_flows.ts";
import { APP, type Fetch, forwardTo, openApplication } from "./_libraries.ts";
import { startOidcProvider, TENANT } from "./_oidc_provider.ts";

const ORIGIN = "https://login.microsoftonline.com";

/** A sign-in with each library's own module. The one of `@auth/core` has its own `fetch`, so the global one changes. */
export const entraFlow: Flow = {
  name: "the issuer `common` of Microsoft Entra ID, with the module of each",
  ours: true,
  theirs: true,
  run: async (_open, library) => {
    const [clientId, clientSecret] = ["entra", "a client secret of Entra, which is long enough"];
    const { fetch: send, close } = await startOidcProvider([{
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${APP}/auth/callback/microsoft-entra-id`],
    }], { origin: ORIGIN, path: `/${TENANT}/v2.0` });
    const real = globalThis.fetch;
    globalThis.fetch = toMicrosoft(send, real) as typeof fetch;
    try {
      const options = {
        clientId,
        clientSecret,
        issuer: `${ORIGIN}/common/v2.0`,
        authorization: { params: { scope: "openid profile email" } },
      };
      const provider = library === "latchkey" ? MicrosoftEntraID(options) : TheirEntra(options);
      const application = openApplication(library, { provider }, {
        [ORIGIN]: async (request) => withoutIssuer(await forwardTo(send)(request)),
      });
      await application.signIn();
      const email = (await application.session())?.user?.email;
      assert.equal(email, "ada@example.com", application.log.join("\n"));
    } finally {
      globalThis.fetch = real;
      await close();
    }
  },
};

function toMicrosoft(send: Fetch, real: Fetch): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // The picture of the user: there is none.
    if (url.hostname === "graph.microsoft.com") return new Response(null, { status: 404 });
    if (url.origin !== ORIGIN) return await real(input, init);
    const isShared = url.pathname.startsWith("/common/");
    url.pathname = url.pathname.replace("/common/", `/${TENANT}/`);
    const response = await send(url, init);
    if (!isShared) return response;
    const { authorization_response_iss_parameter_supported: _, ...metadata } = await response.json();
    return Response.json({ ...metadata, issuer: `${ORIGIN}/{tenantid}/v2.0` });
  };
}

/** Microsoft sends no `iss` (RFC 9207) with the code. */
function withoutIssuer(response: Response): Response {
  const location = response.headers.get("location");
  if (!location?.startsWith(APP)) return response;
  const url = new URL(location);
  url.searchParams.delete("iss");
  return new Response(null, { status: response.status, headers: { location: url.href } });
}
