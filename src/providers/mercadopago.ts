/**
 * Sign-in with Mercado Pago.
 *
 * @module
 */

import { MercadoLibre, type MercadoLibreProfile } from "./mercadolibre.ts";
import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig } from "../model/provider.ts";

/** The user, as `GET /users/me` returns it. It is the account of Mercado Libre. */
export type MercadoPagoProfile = MercadoLibreProfile;

/**
 * Describes Mercado Pago. It signs in sellers, who let the application act for their accounts.
 *
 * - Register: create an application under "Your integrations". Add the redirect URL
 *   `<origin>/auth/callback/mercadopago`, https only, in its settings, and switch the authorization code flow with PKCE
 *   on.
 * - Console: https://www.mercadopago.com/developers/panel/app
 * - Environment: `AUTH_MERCADOPAGO_ID` (the client id), `AUTH_MERCADOPAGO_SECRET`. They are in the production
 *   credentials.
 * - Email: sent. It counts as verified if `status.confirmed_email` is `true`.
 * - A user has the same id as at Mercado Libre.
 * - The access token can receive payments for the user. Do not store it if you only sign users in:
 *   `account: () => ({})`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.mercadopago.com.br/developers/en/docs/security/oauth | OAuth}
 *
 * @example
 * ```ts
 * import { MercadoPago } from "@latchkey/auth/providers/mercadopago";
 *
 * const provider = MercadoPago({ account: () => ({}) });
 * console.assert(provider.id === "mercadopago");
 * ```
 */
export function MercadoPago(
  options: OAuthUserConfig<MercadoPagoProfile> = {},
): OAuthConfig<MercadoPagoProfile> {
  return withOwnServer({
    ...MercadoLibre(options),
    id: "mercadopago",
    name: "Mercado Pago",
    authorization: { url: "https://auth.mercadopago.com/authorization", params: { platform_id: "mp" } },
    token: "https://api.mercadopago.com/oauth/token",
    userinfo: "https://api.mercadopago.com/users/me",
    style: { brandColor: "#00b1ea", mark: () => import("./marks/mercadopago.ts") },
  });
}

export default MercadoPago;
