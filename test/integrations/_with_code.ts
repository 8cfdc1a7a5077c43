import { OAuth } from "../../src/sign_in/oauth/capability.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";

/** A config for a worker: providers of OAuth that are plain objects elsewhere bring their code. */
export function withCode<C extends AuthConfig>(config: C): C {
  const providers = config.providers.map((each) =>
    "type" in each && (each.type === "oauth" || each.type === "oidc") ? OAuth(each) : each
  );
  return { ...config, providers };
}
