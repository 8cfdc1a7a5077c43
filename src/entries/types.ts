/**
 * Types of configs, users, accounts, sessions, tokens, requests and answers.
 *
 * @module
 */

export type { AdapterAuthenticator as Authenticator } from "./adapters.ts";
export type { AuthConfig } from "../model/auth_config.ts";
export type { Feature, FunctionsOf, functionTypes, WithFunctions } from "../model/feature.ts";
export type { OwnForm } from "../values/own_form.ts";
export type { PagesOptions } from "../model/options.ts";
export type { ErrorType } from "../errors/errors.ts";
export type * from "../errors/page_error.ts";
export type { AuthAction, CORE_ENDPOINTS, CoreEndpoint, Endpoint } from "../http/endpoints.ts";
export type {
  CAPABILITY_COOKIES,
  CAPABILITY_ENDPOINTS,
  CapabilityEndpoint,
  EndpointOf,
  FeatureCookies,
  Methods,
} from "../shapes/shapes.ts";
export type { CookiesOptions, RawAnswer as ResponseInternal } from "../http/types.ts";
export type { CookieOption } from "../values/cookie.ts";
export type * from "../messages/types.ts";
export type * from "../shapes/account.ts";
export type { EmailCalls, OwnMail } from "../shapes/mail.ts";
export type { AppProvider as PublicProvider } from "./providers.ts";
export type { Aal, AuthMethod, SessionLack, SessionNeed } from "../values/levels.ts";
export type * from "../values/types.ts";
