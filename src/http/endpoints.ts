/**
 * The endpoints of the library: method and path below `basePath`. `core/routes.ts` maps those of the core to their actions, and
 * the `routes` of a capability its own.
 *
 * @module
 */

import { SHAPES } from "../shapes/shapes.ts";

/**
 * The endpoints of the core: method and path. `:provider` stands for the id of a provider. Capabilities may have another word there,
 * which stands for any text. Of an action, the endpoint with such a word is the last.
 */
export const CORE_ENDPOINTS = [
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
  "GET error",
  "GET kept-form",
] as const;

/** An endpoint: method, and path below `basePath`. */
export type Endpoint = (typeof CORE_ENDPOINTS)[number] | (typeof SHAPES)[number]["endpoints"][number];

/** All endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...CORE_ENDPOINTS,
  ...SHAPES.flatMap(({ endpoints }) => endpoints),
];

/** The actions of the HTTP surface: the first path segment below `basePath`. */
export type AuthAction = {
  [E in Endpoint]: E extends `${string} ${infer Action}/:${string}` ? Action
    : E extends `${string} ${infer Action}` ? Action
    : never;
}[Endpoint];

const ROWS = ENDPOINTS.map((endpoint) => {
  const [method = "", action = "", second] = endpoint.split(/[ /]/);
  return { endpoint, method, action: action as AuthAction, second };
});

/** All actions, with the word for the second segment that their path may have: the endpoint with one is the last of its action. */
export const ACTIONS: ReadonlyMap<string, string | undefined> = new Map(
  ROWS.map(({ action, second }) => [action, second]),
);

/** Returns whether a path segment is an action. */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.has(action);
}

/** Returns the methods of a path, in the order of the list. */
export function methodsOf(action: AuthAction, providerId: string | undefined): readonly string[] {
  const path = toPath(action, providerId);
  return ROWS.filter(({ endpoint }) => endpoint.endsWith(` ${path}`)).map(({ method }) => method);
}

/** Returns the actions of some endpoints. */
export function actionsOf(isMeant: (endpoint: Endpoint, action: string) => boolean): ReadonlySet<AuthAction> {
  return new Set(
    ROWS.filter(({ endpoint, action }) => isMeant(endpoint, action)).map(({ action }) => action),
  );
}

/** Returns the path of a request in the notation of the list. */
export function toPath(action: AuthAction, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/${ACTIONS.get(action)}`;
}
