"use client";
/**
 * The session in React: a provider and hooks, on the browser client.
 *
 * @example
 * ```ts ignore
 * import { SessionProvider, signIn, signOut, useSession } from "@latchkey/auth/react";
 *
 * function Greeting() {
 *   const { data: session, status } = useSession();
 *   if (status === "loading") return <p>…</p>;
 *   if (!session) return <button onClick={() => signIn()}>Sign in</button>;
 *   return <p>Hello {session.user.name} <button onClick={() => signOut()}>Sign out</button></p>;
 * }
 *
 * root.render(<SessionProvider><Greeting /></SessionProvider>);
 * ```
 *
 * @module
 */

// @ts-types="npm:@types/react@19"
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "npm:react@19";
import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import { clientAt, createClient } from "./_create.ts";
import type { Client, SessionState } from "./types.ts";

export { ClientError, getCsrfToken, getProviders, getSession, signIn, signOut } from "./client.ts";
export type * from "./types.ts";

/** Properties of `SessionProvider`. */
export interface SessionProviderProps<C extends AuthConfig = AuthConfig> {
  /** The part of the application that reads the session. Default: none. */
  readonly children?: ReactNode;
  /**
   * The session that the server has read, `null` if no one is signed in: the first render has it, and no request is sent.
   * If the client of the page has another one, `hydrate` of the client decides. Default: it is requested at once, and
   * `status` is `loading` until then.
   */
  readonly session?: SessionOf<C> | null | undefined;
  /** Path of the handler. Default `/auth`. */
  readonly basePath?: string | undefined;
  /** The client. Default: the one that the functions of this module use, at `basePath`. */
  readonly client?: Client<C> | undefined;
  /** Requests the session again after so many seconds. Default `0`: never. */
  readonly refetchInterval?: number | undefined;
  /** Whether to request the session when the page becomes visible or gets the focus. Default `true`. */
  readonly refetchOnWindowFocus?: boolean | undefined;
}

/** Settings of `useSession`. */
export interface UseSessionOptions<R extends boolean = boolean> {
  /** Whether a user must be signed in: without one, the sign-in page opens, and `status` stays `loading`. Default `false`. */
  readonly required?: R | undefined;
  /** Is called instead of opening the sign-in page. Default: none. */
  readonly onUnauthenticated?: (() => void) | undefined;
}

/** The result of `useSession`. With `R`, `status` is never `unauthenticated`. */
export type SessionContextValue<C extends AuthConfig = AuthConfig, R extends boolean = false> =
  & {
    /** `update` of the client. */
    readonly update: Client<C>["update"];
  }
  & (
    | { readonly data: SessionOf<C>; readonly status: "authenticated" }
    | { readonly data: null; readonly status: R extends true ? "loading" : "unauthenticated" | "loading" }
  );

/** The context that a provider gives to the hooks. They may come from another version of the library, so these fields stay. */
interface Provided {
  readonly client: Client;
  readonly state: SessionState;
}

interface Shared {
  [name: symbol]: WeakMap<typeof createContext, Context<Provided | null>> | undefined;
}

/** By copy of React. All copies of the library share them. */
const contexts = (globalThis as Shared)[Symbol.for("@latchkey/auth/react")] ??= new WeakMap();
const SessionContext = contexts.get(createContext) ?? createContext<Provided | null>(null);
contexts.set(createContext, SessionContext);

/**
 * Provides the session to `useSession` below it, and keeps it in step with other tabs.
 *
 * @example
 * ```ts ignore
 * const session = await auth(); // on the server
 * return <SessionProvider session={session}>{children}</SessionProvider>;
 * ```
 */
export function SessionProvider<C extends AuthConfig = AuthConfig>(
  { children, session, basePath, client: own, ...watch }: SessionProviderProps<C>,
): ReactElement {
  const { refetchInterval, refetchOnWindowFocus } = watch;
  const [client] = useState(() => {
    const client = (own ?? pageClient(basePath)) as Client;
    if (session !== undefined) client.hydrate(session);
    return client;
  });
  const [first] = useState(() => toFirstState(session, client.getSnapshot()));
  useHandover(client, session);
  const subscribe = useCallback(
    (listener: () => void) => client.subscribe(listener, { refetchInterval, refetchOnWindowFocus }),
    [client, refetchInterval, refetchOnWindowFocus],
  );
  const state = useSyncExternalStore(subscribe, client.getSnapshot, () => first);
  const value = useMemo(() => ({ client, state }), [client, state]);
  return createElement(SessionContext.Provider, { value }, children);
}

/**
 * The session, inside of `SessionProvider`. The type of `data` is that of the config.
 *
 * @throws {Error} outside of `SessionProvider`.
 *
 * @example
 * ```ts ignore
 * const { data: session, status, update } = useSession<typeof config>();
 * ```
 */
export function useSession<C extends AuthConfig = AuthConfig, R extends boolean = false>(
  { required, onUnauthenticated }: UseSessionOptions<R> = {},
): SessionContextValue<C, R> {
  const { client, state } = useProvided("useSession");
  const isMissing = required && state.status === "unauthenticated";
  const latest = useRef(onUnauthenticated);
  useEffect(() => {
    latest.current = onUnauthenticated;
  });
  useEffect(() => {
    if (!isMissing) return;
    if (latest.current) latest.current();
    else void client.signIn();
  }, [isMissing, client]);
  const value = useMemo(() => ({
    data: state.session,
    status: isMissing ? "loading" : state.status,
    update: client.update,
  }), [client, state, isMissing]);
  return value as unknown as SessionContextValue<C, R>;
}

/**
 * The client of `SessionProvider`: its `signIn` and `signOut` work with the path of the provider.
 *
 * @throws {Error} outside of `SessionProvider`.
 *
 * @example
 * ```ts ignore
 * const { signIn, signOut, passkey } = useClient();
 * ```
 */
export function useClient<C extends AuthConfig = AuthConfig>(): Client<C> {
  return useProvided("useClient").client as unknown as Client<C>;
}

function useProvided(hook: string): Provided {
  const provided = useContext(SessionContext);
  if (provided) return provided;
  throw new Error(`Cannot use ${hook}(): there is no provider. Put <SessionProvider> around the application`);
}

/** Hands over the session when the server has rendered another one, as after a server action. */
function useHandover(client: Client, session: SessionOf<AuthConfig> | null | undefined): void {
  const text = JSON.stringify(session);
  const [known, setKnown] = useState(text);
  if (known === text) return;
  // In the render, so that no component shows the session before.
  setKnown(text);
  if (session !== undefined) client.hydrate(session);
}

/** The client of the page. On a server one of its own: what it knows is about one user. */
function pageClient(basePath = "/auth"): Client {
  return "document" in globalThis ? clientAt(basePath) : createClient({ basePath });
}

/** The state of the first render. That of the client if it is the same, or React would render once more. */
function toFirstState(session: SessionOf<AuthConfig> | null | undefined, known: SessionState): SessionState {
  const first = toReactState(session);
  return first.status === known.status && first.session === known.session ? known : first;
}

function toReactState(session: SessionOf<AuthConfig> | null | undefined): SessionState {
  if (session) return { status: "authenticated", session };
  return { status: session === null ? "unauthenticated" : "loading", session: null };
}
