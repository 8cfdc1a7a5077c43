/**
 * How the demo's application uses the library: its whole configuration.
 *
 * @module
 */

import type { AuthConfig, Session } from "@latchkey/auth";
import { AccountPage } from "@latchkey/auth/account-page";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";
import { SecondFactor } from "@latchkey/auth/second-factor";
import type { Database } from "./database.ts";
import type { Client } from "./provider.ts";

/** The application as a client of the identity provider: one client for each response mode. */
export interface AppClients {
  /** Answers come in the query of a redirect. */
  readonly query: Client;
  /** Answers come in a form that the provider's page posts (`response_mode=form_post`). */
  readonly formPost: Client;
}

/** Dependencies of the application. */
export interface ConfigOptions {
  /** Issuer identifier of the identity provider. */
  readonly issuer: string;
  /** The clients that are registered there. */
  readonly clients: AppClients;
  /** URL of the mail server. */
  readonly mailServer: string;
  /** The database. */
  readonly database: Database;
}

/** The session, as pages and browser see it. */
export interface AppSession extends Session {
  /** Who is signed in. */
  readonly user: NonNullable<Session["user"]> & { readonly id: string };
}

/** Makes the configuration. */
export function createConfig({ issuer, clients, mailServer, database }: ConfigOptions) {
  const { adapter } = database;
  return {
    secret: crypto.randomUUID() + crypto.randomUUID(),
    trustHost: true,
    adapter,
    providers: [
      exampleId(issuer, clients.query, { id: "example", name: "Example ID", scope: "openid profile email" }),
      exampleId(issuer, clients.formPost, {
        id: "example-form",
        name: "Example ID, by form",
        // Without the address: the user of the other button has it already.
        scope: "openid profile",
        response_mode: "form_post",
      }),
      Nodemailer({
        id: "mail",
        server: mailServer,
        from: "Latchkey demo <demo@example.com>",
      }),
      Password(),
      Passkey(),
    ],
    features: [AccountPage(), SecondFactor()],
    theme: {
      name: "Latchkey demo",
      brandColor: "#b3400f",
      logo: "/logo.png",
    },
    callbacks: {
      async session({ session, user, newSession, trigger }): Promise<AppSession> {
        const changes = trigger === "update" ? readName(newSession) : null;
        const { id, name, email, image } = changes
          ? await adapter.updateUser({ id: user.id, ...changes })
          : user;
        return { user: { id, name, email, image }, expires: session.expires };
      },
    },
  } satisfies AuthConfig<"database">;
}

interface ExampleId {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly response_mode?: "form_post";
}

function exampleId(
  issuer: string,
  client: Client,
  { id, name, ...params }: ExampleId,
): AuthConfig["providers"][number] {
  return {
    id,
    name,
    type: "oidc",
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    client: { token_endpoint_auth_method: client.authentication },
    checks: ["pkce", "state", "nonce"],
    // Without `prompt` the provider would sign the same person in again without a word.
    authorization: { params: { prompt: "login", ...params } },
    style: { brandColor: "#0f6b54", logo: `${issuer}/icon.svg` },
  };
}

/** Checks the data that a browser has sent. A user may choose any name of up to 60 characters. */
function readName(data: unknown): { readonly name: string } | null {
  const name = (data as { name?: unknown } | null)?.name;
  return typeof name === "string" && name.trim() ? { name: name.trim().slice(0, 60) } : null;
}
