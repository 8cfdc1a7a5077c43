import { Spotify } from "../../../src/providers/spotify.ts";
import { ADA, BEARER, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Spotify,
  token: {
    request: "POST https://accounts.spotify.com/api/token",
    auth: "basic",
    json: { ...BEARER, scope: "user-read-email" },
  },
  profile: [{
    request: "GET https://api.spotify.com/v1/me",
    json: {
      display_name: "Ada Lovelace",
      email: "ada@example.com",
      external_urls: { spotify: "https://open.example.com/user/31l77y2al5lnn7mxfrmd4bpfhqke" },
      account_id: "ac_4XkGDX2vQe0MZJw8t1UyNh",
      id: "31l77y2al5lnn7mxfrmd4bpfhqke",
      images: [
        { url: "https://img.example/ada.png" },
        { url: "https://i.example.com/image/ab6775700000ee85" },
      ],
      type: "user",
    },
  }],
  otherIds: ["31l77y2al5lnn7mxfrmd4bpfhqke"],
  user: { ...ADA, id: "ac_4XkGDX2vQe0MZJw8t1UyNh", verified: false, image: "https://img.example/ada.png" },
} satisfies ProviderCase;
