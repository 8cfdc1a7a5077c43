import { Spotify } from "../../../src/providers/spotify.ts";
import type { ProviderCase } from "../_catalogue.ts";

const provider: ProviderCase = {
  create: Spotify,
  token: {
    request: "POST https://accounts.spotify.com/api/token",
    auth: "basic",
    json: {
      access_token: "access-token-1",
      token_type: "Bearer",
      scope: "user-read-email",
      expires_in: 3600,
      refresh_token: "refresh-token-1",
    },
  },
  profile: [{
    request: "GET https://api.spotify.com/v1/me",
    json: {
      display_name: "Ada Lovelace",
      email: "ada@example.com",
      external_urls: { spotify: "https://open.example.com/user/31l77y2al5lnn7mxfrmd4bpfhqke" },
      followers: { href: null, total: 7 },
      href: "https://api.example.com/v1/users/31l77y2al5lnn7mxfrmd4bpfhqke",
      account_id: "ac_4XkGDX2vQe0MZJw8t1UyNh",
      id: "31l77y2al5lnn7mxfrmd4bpfhqke",
      images: [
        { url: "https://i.example.com/image/ab67757000003b82", height: 300, width: 300 },
        { url: "https://i.example.com/image/ab6775700000ee85", height: 64, width: 64 },
      ],
      type: "user",
      uri: "spotify:user:31l77y2al5lnn7mxfrmd4bpfhqke",
    },
  }],
  otherIds: ["31l77y2al5lnn7mxfrmd4bpfhqke"],
  user: {
    id: "ac_4XkGDX2vQe0MZJw8t1UyNh",
    name: "Ada Lovelace",
    email: "ada@example.com",
    verified: false,
    image: "https://i.example.com/image/ab67757000003b82",
  },
};

export default provider;
