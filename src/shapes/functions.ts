/**
 * The functions of capabilities for an application, as rows: every integration makes functions of its own of them.
 *
 * @module
 */

import type { CapabilityEndpoint, CapabilityPage } from "./shapes.ts";

/** The functions of a capability. */
export interface FunctionsShape {
  /** Forms that pages of the application may have, by the names of their functions. */
  readonly forms?: Readonly<Record<string, FormShape>>;
  /** The names of the other functions. */
  readonly calls?: readonly string[];
  /** The names of functions for code outside of requests. */
  readonly outside?: readonly string[];
}

/** The action of a form: one of a capability, or the end of a sign-in. */
type FormActionName = PostOf<CapabilityEndpoint> | "callback";

type PostOf<Endpoint> = Endpoint extends `POST ${infer Path}`
  ? Path extends `${string}/${string}` ? never : Path
  : never;

/** A form that a page of the application may have. */
export interface FormShape {
  /** The action that it is posted to. */
  readonly action: FormActionName;
  /** Whether the path of the action names the provider. Default: not. */
  readonly hasProvider?: true;
  /** The page that has it. */
  readonly page: CapabilityPage;
  /** What the application wants with it, for messages. */
  readonly wish: string;
  /** What `choice` of the form is, whatever the browser has sent. Default: as sent. */
  readonly choice?: string;
  /** Name of what the page shows once afterwards. Default: nothing. */
  readonly shows?: string;
}

/** The functions, by the name of their capability, under which they stand. */
export const FUNCTIONS: Readonly<Record<string, FunctionsShape>> = {
  password: {
    forms: {
      signUp: { action: "signup", page: "signUp", wish: "create an account" },
      forgot: { action: "forgot-password", page: "forgotPassword", wish: "send a mail" },
      reset: { action: "callback", hasProvider: true, page: "newPassword", wish: "set the password" },
      keep: { action: "keep-password", page: "keepPassword", wish: "keep the password" },
      change: { action: "password", page: "password", wish: "set the password" },
    },
  },
  accessTokens: { calls: ["get", "revoke"], outside: ["get", "revoke"] },
  secondFactor: {
    forms: {
      prove: { action: "second-factor", page: "secondFactor", wish: "use a second factor", choice: "" },
      disown: { action: "second-factor", page: "secondFactor", wish: "disown an account", choice: "never" },
      setUp: {
        action: "second-factor-setup",
        page: "secondFactorSetup",
        wish: "use a second factor",
        shows: "codes",
      },
    },
    calls: ["start"],
    outside: ["reset", "import"],
  },
};
