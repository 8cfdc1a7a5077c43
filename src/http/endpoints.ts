/**
 * The endpoints of the library: method and path below `basePath`. `routes.ts` maps each to its action.
 *
 * @module
 */

/** The actions of the HTTP surface: the first path segment below `basePath`. */
export type AuthAction =
  | "account"
  | "account-data"
  | "callback"
  | "csrf"
  | "error"
  | "link"
  | "providers"
  | "session"
  | "signin"
  | "signout"
  | "taken-over"
  | "verify-request"
  | "webauthn-options"
  | "webauthn-script";

/** All endpoints. `:provider` stands for the id of a provider. */
const ENDPOINTS = [
  "GET csrf",
  "GET providers",
  "GET session",
  "POST session",
  "GET signin",
  "POST signin",
  "POST signin/:provider",
  "GET callback/:provider",
  "POST callback/:provider",
  "GET signout",
  "POST signout",
  "GET link",
  "POST link",
  "GET taken-over",
  "GET account",
  "POST account",
  "GET account-data",
  "GET error",
  "GET verify-request",
  "GET webauthn-options/:provider",
  "GET webauthn-script",
] as const satisfies readonly `${"GET" | "POST"} ${AuthAction}${"" | "/:provider"}`[];

/** An endpoint: method, and path below `basePath`. */
export type Endpoint = (typeof ENDPOINTS)[number];

const PATHS = ENDPOINTS.map((endpoint) => endpoint.split(" ")[1]!);
/** All actions. */
export const ACTIONS: ReadonlySet<string> = new Set(PATHS.map((path) => path.split("/")[0]!));

/** Actions that may name a provider. */
const WITH_PROVIDER: ReadonlySet<string> = new Set(
  PATHS.flatMap((path) => path.endsWith("/:provider") ? [path.split("/")[0]!] : []),
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
  return ENDPOINTS.filter((endpoint) => endpoint.split(" ")[1] === path).map((each) => each.split(" ")[0]!);
}

/** Returns the path of a request in the notation of the list. */
export function toPath(action: AuthAction, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/:provider`;
}
