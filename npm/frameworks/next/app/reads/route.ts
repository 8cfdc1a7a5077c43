import { reads } from "@/auth";

export function POST() {
  return Response.json(reads.count);
}
