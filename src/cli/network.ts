/**
 * Recognizes a machine without a network, where a check that reached no host has no verdict.
 *
 * @module
 */

import type { CheckedProvider } from "./check_providers.ts";
import type { Finding } from "../setup/finding.ts";

/** A request that got no answer, as the library words it, with the reason of the runtime. */
const UNREACHED = /^Cannot \w+ "https?:\/\/([^/"]+)[^"]*": it (?:could not be reached|did not answer)(.*)/s;

/** Reasons that name the network of this machine. */
const NO_NETWORK =
  /EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|temporary failure|network is (?:unreachable|down)/i;

/** Reasons that a host or a machine on the way to it has given: there is a network. */
const ANSWERED = /ECONNREFUSED|ECONNRESET|refused|reset|certificate|TLS|SSL/i;

/** How drivers word it that a database on another machine was not reached. */
const DATABASE_UNREACHED =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|ENETDOWN|EHOSTUNREACH|ETIMEDOUT|does not answer within/;

const LOCAL = /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/;

/**
 * Returns whether the reason that no host was reached is this machine: its runtime says so, or several hosts are silent at
 * the same time. One host alone may have a name that is wrong.
 */
export function hasNoNetwork(checked: readonly CheckedProvider[]): boolean {
  if (checked.some(({ clock }) => clock !== null)) return false;
  const unreached = checked.flatMap(({ findings }) => findings).flatMap((finding) =>
    toUnreached(finding) ?? []
  )
    .filter(({ host }) => !LOCAL.test(host));
  if (!unreached.length || unreached.some(({ reason }) => ANSWERED.test(reason))) return false;
  const hosts = new Set(unreached.map(({ host }) => host));
  return hosts.size > 1 || unreached.every(({ reason }) => NO_NETWORK.test(reason));
}

/** The findings of a provider or of the database, without the verdicts that need a network. */
export function withoutNetwork(findings: readonly Finding[]): readonly Finding[] {
  const isUnreached = (finding: Finding) => {
    const unreached = toUnreached(finding);
    if (unreached) return !LOCAL.test(unreached.host);
    return finding.status === "wrong" && DATABASE_UNREACHED.test(finding.text);
  };
  if (!findings.some(isUnreached)) return findings;
  return [...findings.filter((finding) => !isUnreached(finding)), {
    name: "network",
    status: "skipped",
    text: "no host answers, so this machine seems to have no network",
  }];
}

function toUnreached({ text }: Finding): { readonly host: string; readonly reason: string } | null {
  const [, host, reason = ""] = UNREACHED.exec(text) ?? [];
  return host === undefined ? null : { host, reason };
}
