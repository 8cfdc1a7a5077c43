/**
 * The endpoints of the library: method and path below `basePath`. `routes.ts` maps each to its action.
 *
 * @module
 */

/** Part of a config that an endpoint needs. Without it, the path is left to the application. */
export type Need =
  | "nothing"
  | "database"
  | "takeover"
  | "account page"
  | "mail"
  | "passkeys"
  | "passwords"
  | "second factor"
  | "provider logout"
  | "back-channel logout";

/** All endpoints, and what each needs. `:provider` stands for the id of a provider. */
export const ENDPOINTS = {
  "GET csrf": "nothing",
  "GET providers": "nothing",
  "GET session": "nothing",
  "POST session": "nothing",
  "GET signin": "nothing",
  "POST signin": "nothing",
  "POST signin/:provider": "nothing",
  "GET callback/:provider": "nothing",
  "POST callback/:provider": "nothing",
  "GET signout": "nothing",
  "POST signout": "nothing",
  "GET link": "database",
  "POST link": "database",
  "GET taken-over": "takeover",
  "GET account": "account page",
  "POST account": "account page",
  "GET account-data": "account page",
  "GET error": "nothing",
  "GET kept-form": "nothing",
  "GET verify-request": "mail",
  "GET webauthn-options/:provider": "passkeys",
  "GET webauthn-script": "passkeys",
  "GET signup": "passwords",
  "POST signup": "passwords",
  "GET forgot-password": "passwords",
  "POST forgot-password": "passwords",
  "GET new-password": "passwords",
  "GET keep-password": "passwords",
  "POST keep-password": "passwords",
  "GET password": "passwords",
  "POST password": "passwords",
  "GET second-factor": "second factor",
  "POST second-factor": "second factor",
  "GET second-factor-options": "second factor",
  "GET second-factor-setup": "second factor",
  "POST second-factor-setup": "second factor",
  "GET post-logout": "provider logout",
  "POST backchannel-logout/:provider": "back-channel logout",
} as const satisfies Readonly<Record<`${"GET" | "POST"} ${string}`, Need>>;

/** An endpoint: method, and path below `basePath`. */
export type Endpoint = keyof typeof ENDPOINTS;

/** Endpoints of a capability: an application without it does not have their code. */
export type CapabilityEndpoint = {
  [E in Endpoint]: (typeof ENDPOINTS)[E] extends
    "mail" | "passkeys" | "passwords" | "second factor" | "provider logout" | "back-channel logout" ? E
    : never;
}[Endpoint];

/** The actions of the HTTP surface: the first path segment below `basePath`. */
export type AuthAction = {
  [E in Endpoint]: E extends `${string} ${infer Action}/:provider` ? Action
    : E extends `${string} ${infer Action}` ? Action
    : never;
}[Endpoint];

const ROWS = Object.entries(ENDPOINTS).map(([endpoint, need]) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const [action = "", provider] = path.split("/");
  return { method, path, action, hasProvider: provider !== undefined, need };
});

/** All actions. */
export const ACTIONS: ReadonlySet<string> = new Set(ROWS.map(({ action }) => action));

/** Actions that may name a provider. */
const WITH_PROVIDER: ReadonlySet<string> = new Set(
  ROWS.filter(({ hasProvider }) => hasProvider).map(({ action }) => action),
);

/** Returns whether a path segment is an action. */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.has(action);
}

/** Returns whether the path of an action may have the id of a provider as its second segment. */
export function takesProvider(action: AuthAction): boolean {
  return WITH_PROVIDER.has(action);
}

/** Returns the methods of a path, in the order of the list. */
export function methodsOf(action: AuthAction, providerId: string | undefined): readonly string[] {
  const path = toPath(action, providerId);
  return ROWS.filter((row) => row.path === path).map(({ method }) => method);
}

/** Returns the actions whose need is missing. */
export function actionsNeeding(isMissing: (need: Need) => boolean): ReadonlySet<AuthAction> {
  return new Set(ROWS.filter(({ need }) => isMissing(need)).map(({ action }) => action).filter(isAuthAction));
}

/** Returns the path of a request in the notation of the list. */
export function toPath(action: AuthAction, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/:provider`;
}
