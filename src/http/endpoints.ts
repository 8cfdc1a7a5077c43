/**
 * The endpoints of the library: method and path below `basePath`. `core/routes.ts` maps those of the core to their actions, and
 * the `routes` of a capability its own.
 *
 * @module
 */

import { SHAPES } from "../shapes/shapes.ts";

/** The endpoints of the core: method and path. `:provider` stands for the id of a provider. */
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
  [E in Endpoint]: E extends `${string} ${infer Action}/:provider` ? Action
    : E extends `${string} ${infer Action}` ? Action
    : never;
}[Endpoint];

const ROWS = ENDPOINTS.map((endpoint) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const [action = "", provider] = path.split("/");
  return { endpoint, method, path, action, hasProvider: provider !== undefined };
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

/** Returns the actions of some endpoints. */
export function actionsOf(isMeant: (endpoint: Endpoint, action: string) => boolean): ReadonlySet<AuthAction> {
  return new Set(
    ROWS.filter(({ endpoint, action }) => isMeant(endpoint, action)).map(({ action }) => action).filter(
      isAuthAction,
    ),
  );
}

/** Returns the path of a request in the notation of the list. */
export function toPath(action: AuthAction, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/:provider`;
}
