import { Notion } from "../../../src/providers/notion.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

const user = {
  object: "user",
  id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4",
  name: "Ada Lovelace",
  avatar_url: "https://secure.notion-static.example.com/e6a352a8.jpg",
  type: "person",
  person: { email: "ada@example.com" },
};

export default {
  create: Notion,
  token: {
    request: "POST https://api.notion.com/v1/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      refresh_token: null,
      owner: { type: "user", user },
      workspace_name: "Engines",
    },
  },
  profile: [{
    request: "GET https://api.notion.com/v1/users/me",
    headers: { authorization: "Bearer access-token-1", "notion-version": "2022-06-28" },
    json: {
      object: "user",
      id: "16d84278-ab0e-484c-9bdd-b35da3bd8905",
      name: "Engine integration",
      avatar_url: null,
      type: "bot",
      bot: { owner: { type: "user", user }, workspace_name: "Engines" },
    },
  }],
  user: {
    ...ADA,
    id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4",
    verified: false,
    image: "https://secure.notion-static.example.com/e6a352a8.jpg",
  },
} satisfies ProviderCase;
