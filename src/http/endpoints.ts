/**
 * The endpoints of the library: method and path below `basePath`. `routes.ts` maps each to its action.
 *
 * @module
 */

import { SHAPES } from "../shapes/shapes.ts";

/** Part of a config that an endpoint needs. Without it, the path is left to the application. */
export type Need = "nothing" | "database" | "takeover" | "account page" | "capability";

/** The endpoints of the core, and what each needs. `:provider` stands for the id of a provider. */
export const CORE_ENDPOINTS = {
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
} as const satisfies Readonly<Record<`${"GET" | "POST"} ${string}`, Need>>;

/** An endpoint: method, and path below `basePath`. */
export type Endpoint = keyof typeof CORE_ENDPOINTS | (typeof SHAPES)[number]["endpoints"][number];

/** An endpoint of the core. */
export type CoreEndpoint = keyof typeof CORE_ENDPOINTS;

/** All endpoints, and what each needs. */
export const ENDPOINTS: ReadonlyMap<string, Need> = new Map<string, Need>([
  ...Object.entries(CORE_ENDPOINTS),
  ...SHAPES.flatMap(({ endpoints }) => endpoints.map((each) => [each, "capability"] as const)),
]);

/** The actions of the HTTP surface: the first path segment below `basePath`. */
export type AuthAction = {
  [E in Endpoint]: E extends `${string} ${infer Action}/:provider` ? Action
    : E extends `${string} ${infer Action}` ? Action
    : never;
}[Endpoint];

const ROWS = [...ENDPOINTS].map(([endpoint, need]) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const [action = "", provider] = path.split("/");
  return { endpoint, method, path, action, hasProvider: provider !== undefined, need };
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

/** Returns the actions of endpoints that are off. */
export function actionsOff(isOff: (endpoint: string, need: Need) => boolean): ReadonlySet<AuthAction> {
  return new Set(
    ROWS.filter(({ endpoint, need }) => isOff(endpoint, need)).map(({ action }) => action).filter(
      isAuthAction,
    ),
  );
}

/** Returns the path of a request in the notation of the list. */
export function toPath(action: AuthAction, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/:provider`;
}
