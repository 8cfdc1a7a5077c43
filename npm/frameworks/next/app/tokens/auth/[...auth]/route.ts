import { tokens } from "@/auth";

export const { GET, POST } = tokens.handlers;
