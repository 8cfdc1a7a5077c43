import { Notion } from "../../../src/providers/notion.ts";
import type { ProviderCase } from "../_catalogue.ts";

const user = {
  object: "user",
  id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4",
  name: "Ada Lovelace",
  avatar_url: "https://secure.notion-static.example.com/e6a352a8.jpg",
  type: "person",
  person: { email: "ada@example.com" },
};

const provider: ProviderCase = {
  create: Notion,
  token: {
    request: "POST https://api.notion.com/v1/oauth/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "bearer",
      refresh_token: null,
      bot_id: "9188c6a5-7381-452f-b3dc-d4865aa89bdf",
      duplicated_template_id: null,
      owner: { type: "user", user },
      workspace_icon: "https://website.example.com/images/image.png",
      workspace_id: "b1a2c3d4-0000-4000-8000-000000000000",
      workspace_name: "Engines",
      request_id: "e3a1f0b2-0000-4000-8000-000000000000",
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
    id: "d40e767c-d7af-4b18-a86d-55c61f1e39a4",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://secure.notion-static.example.com/e6a352a8.jpg",
  },
};

export default provider;
