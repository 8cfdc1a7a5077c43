import { NOTICES } from "@/lib/notices";

export type Search = Promise<{ notice?: string | string[] }>;

/** What the last action has reported: a text of the list, never one of the address. */
export async function Notice({ search }: { search: Search }) {
  const { notice } = await search;
  const text = new Map(Object.entries(NOTICES)).get(String(notice));
  return text ? <p role="status" className="notice">{text}</p> : null;
}
