import { AuthError } from "@latchkey/auth";
import { ReconnectRequired } from "@latchkey/auth/errors";
import { tokens } from "@/auth";

/** The access token of the user, as this place of the application gets it; or the error. */
export async function tokenHere(rejected?: string): Promise<string> {
  try {
    return await tokens.auth.accessTokens.get("idp", { rejected });
  } catch (error) {
    if (error instanceof ReconnectRequired) return `${error.code} ${error.signInUrl}`;
    if (error instanceof AuthError) return error.type;
    // The redirect of Next.
    throw error;
  }
}
