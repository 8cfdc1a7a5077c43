/**
 * Components for SvelteKit with Svelte 5: forms that post to the form actions `signIn` and `signOut`. They work with
 * JavaScript and without, and below `paths.base` of Kit.
 *
 * Experimental: before 1.0.0, a minor version may change its interface.
 *
 * @module
 */

import type { Component, Snippet } from "svelte";
import type { HTMLFormAttributes } from "svelte/elements";

/** Properties of `SignIn`. Others, such as `class`, are attributes of the form. */
export interface SignInProps extends Omit<HTMLFormAttributes, "action" | "method" | "children"> {
  /** Id of the provider. Without it, the user is sent to the sign-in page. */
  provider?: string;
  /** Path of the page with the form action `signIn`, below `paths.base` of Kit. Default `signin`. */
  signInPage?: string;
  /** Options of the sign-in. */
  options?: {
    /** Where the user goes afterwards: a path or an absolute URL. Default: the page with the form. */
    redirectTo?: string;
    /** `false`: the form action returns the URL, as `{ url }`, and the browser stays. Default `true`. */
    redirect?: boolean;
  };
  /** Parameters to add to the authorization request, such as `login_hint`. */
  authorizationParams?: Readonly<Record<string, string | undefined>>;
  /**
   * Receives the result of the form action, which is then shown on this page. Without it, the user goes to the page of
   * the form action, as without JavaScript. Redirects are followed in both cases.
   */
  onresult?: (result: FormResult) => unknown;
  /** Content of the button. Default: `Sign in with` and the id. */
  submitButton?: Snippet;
  /** Fields of the credentials. */
  credentials?: Snippet;
  /** The field for the address, named `email`. The library's own email providers have a default. */
  email?: Snippet;
}

/**
 * A form with a button that signs in.
 *
 * ```svelte
 * <SignIn provider="github" options={{ redirectTo: "/account" }} />
 * ```
 */
export declare const SignIn: Component<SignInProps>;

/** Result of a form action: Kit's `ActionResult`. */
export type FormResult =
  | {
    /** Whether the action has returned data, or a failure. */
    type: "success" | "failure";
    /** Status. */
    status: number;
    /** The data. */
    data?: Record<string, unknown>;
  }
  | {
    /** The action redirects. */
    type: "redirect";
    /** Status. */
    status: number;
    /** Where to. */
    location: string;
  }
  | {
    /** The action has failed. */
    type: "error";
    /** Status. */
    status?: number;
    /** What `handleError` has returned. */
    error: unknown;
  };

/** Properties of `SignOut`. Others, such as `class`, are attributes of the form. */
export interface SignOutProps extends Omit<HTMLFormAttributes, "action" | "method" | "children"> {
  /** Path of the page with the form action `signOut`, below `paths.base` of Kit. Default `signout`. */
  signOutPage?: string;
  /** Options of the sign-out. */
  options?: {
    /** Where the user goes afterwards: a path or an absolute URL. Default: the page with the form. */
    redirectTo?: string;
    /** `false`: the form action returns the URL, as `{ url }`, and the browser stays. Default `true`. */
    redirect?: boolean;
  };
  /** Receives the result of the form action: see `SignIn`. */
  onresult?: (result: FormResult) => unknown;
  /** Content of the button. Default `Sign out`. */
  submitButton?: Snippet;
}

/**
 * A form with a button that signs out.
 *
 * ```svelte
 * <SignOut options={{ redirectTo: "/" }} />
 * ```
 */
export declare const SignOut: Component<SignOutProps>;
