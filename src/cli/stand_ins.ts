/**
 * Stand-ins for the bindings of a platform, which exist only there: `check` hands them to the function of a config.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import type { Finding } from "../setup/finding.ts";

/** Stand-ins for the bindings that a config reads, such as a database of Workers. */
export class StandIns {
  /** The names that were read, and that the variables lack. */
  readonly names = new Set<string>();
  /** Whether something called one: what came of it says nothing about the application. */
  wasCalled = false;

  /** The variables, with what stands in for the others. */
  readonly env: object;

  /** @param isGiven Whether a name that the variables lack gets a stand-in; else it is only noted. */
  constructor(env: Environment, isGiven: boolean) {
    this.env = new Proxy({ ...env }, {
      get: (variables, key) => {
        const value: unknown = Reflect.get(variables, key);
        // Bindings are named as variables are. The context of a framework has other fields.
        if (value !== undefined || typeof key !== "string" || !/^[A-Z]/.test(key)) return value;
        this.names.add(key);
        return isGiven ? this.#standIn(key, {}) : undefined;
      },
    });
  }

  /** An object, or a function, each of whose members is a function that fails when it is called. */
  #standIn(name: string, target: object): object {
    return new Proxy(target, {
      // As of D1, so that an adapter takes it for a client.
      has: (_, key) => key === "prepare" || key === "batch",
      get: (_, key) => {
        if (key === "connectionString") return "postgres://check@check.invalid/check";
        return typeof key === "symbol" || key === "then" ? undefined : this.#standIn(name, () => {});
      },
      apply: () => {
        this.wasCalled = true;
        throw new Error(
          `\`${name}\` exists only on the platform: name a module that has it, by \`getPlatformProxy()\` of \`wrangler\``,
        );
      },
    });
  }

  /** What the report says about them. */
  finding(): Finding {
    return {
      name: "bindings",
      status: "skipped",
      text: `${this.#listed()}: not in the variables. The config was made without`,
      advice:
        "If it is a variable, set it. A binding, such as a database of Workers, exists only on the platform",
    };
  }

  /** In place of the findings on a database that a stand-in was asked for. */
  database(): Finding {
    return {
      name: "tables",
      status: "skipped",
      text: `not asked: ${this.#listed()} exists only on the platform`,
      advice:
        "Name a module that has it, by `getPlatformProxy()` of `wrangler`: `npx @latchkey/auth check d1.ts`",
    };
  }

  #listed(): string {
    return [...this.names].map((name) => `\`${name}\``).join(", ");
  }
}
