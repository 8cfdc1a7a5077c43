/**
 * The endpoints of the library: method and path below `basePath`. `core/routes.ts` maps those of the core to their actions, and
 * the `routes` of a capability its own.
 *
 * @module
 */

import { CAPABILITY_ENDPOINTS, type CapabilityEndpoint, type EndpointOf } from "../shapes/shapes.ts";

/**
 * The endpoints of the core: methods by path. `:provider` stands for the id of a provider. Capabilities may have another word there,
 * which stands for any text. Of an action, the path with such a word is the last.
 */
export const CORE_ENDPOINTS = {
  csrf: "GET",
  providers: "GET",
  session: "GET POST",
  signin: "GET POST",
  "signin/:provider": "POST",
  "callback/:provider": "GET POST",
  signout: "GET POST",
  link: "GET POST",
  "taken-over": "GET",
  error: "GET",
  "kept-form": "GET",
} as const;

/** An endpoint of the core: method, and path below `basePath`. */
export type CoreEndpoint = EndpointOf<typeof CORE_ENDPOINTS>;

/** An endpoint: method, and path below `basePath`. */
export type Endpoint = CoreEndpoint | CapabilityEndpoint;

/** The actions of the HTTP surface: the first path segment below `basePath`. */
export type AuthAction = {
  [E in Endpoint]: E extends `${string} ${infer Action}/:${string}` ? Action
    : E extends `${string} ${infer Action}` ? Action
    : never;
}[Endpoint];

/** The methods of all paths. */
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...CORE_ENDPOINTS, ...CAPABILITY_ENDPOINTS }),
);

/** All actions, with the word for the second segment that their path may have. */
export const ACTIONS: ReadonlyMap<string, string | undefined> = new Map(
  [...METHODS.keys()].map((path) => path.split("/") as [action: string, second: string | undefined]),
);

/** Returns all endpoints. */
export function allEndpoints(): readonly Endpoint[] {
  return [...METHODS].flatMap(([path, methods]) =>
    methods.split(" ").map((method) => `${method} ${path}` as Endpoint)
  );
}

/** Returns whether a path segment is an action. */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.has(action);
}

/** Returns whether an endpoint is one of the core. */
export function isOfCore(endpoint: Endpoint): endpoint is CoreEndpoint {
  return endpoint.split(" ")[1]! in CORE_ENDPOINTS;
}

/** Returns the methods of a path, in the order of the list. */
export function methodsOf(action: AuthAction, providerId: string | undefined): readonly string[] {
  return METHODS.get(toPath(action, providerId))?.split(" ") ?? [];
}

/** Returns the actions of some endpoints. */
export function actionsOf(isMeant: (endpoint: Endpoint, action: string) => boolean): ReadonlySet<AuthAction> {
  const action = (endpoint: Endpoint) => endpoint.split(/[ /]/)[1] as AuthAction;
  return new Set(allEndpoints().filter((each) => isMeant(each, action(each))).map(action));
}

/** Returns the path of a request in the notation of the list. */
export function toPath(action: AuthAction, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/${ACTIONS.get(action)}`;
}
