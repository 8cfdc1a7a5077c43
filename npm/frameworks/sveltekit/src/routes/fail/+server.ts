import type { RequestHandler } from "./$types";

export const GET: RequestHandler = () => {
  throw new Error("This is meant to fail.");
};
