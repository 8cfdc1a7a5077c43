/**
 * What the tests use of `better-auth`.
 *
 * @module
 */

/** An application with better-auth. */
export interface BetterAuth {
  /** Its endpoints as functions. */
  readonly api: {
    signUpEmail(
      request: {
        readonly body: { readonly email: string; readonly password: string; readonly name: string };
        readonly asResponse: true;
      },
    ): Promise<Response>;
  };
  /** Its inner parts. */
  readonly $context: Promise<
    { readonly internalAdapter: { createOAuthUser(user: object, account: object): Promise<unknown> } }
  >;
}

/** Creates an application. */
export function betterAuth(options: object): BetterAuth;

/** Compares the tables with what the options need. */
export function getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
