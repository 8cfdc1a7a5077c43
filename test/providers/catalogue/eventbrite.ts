import { Eventbrite } from "../../../src/providers/eventbrite.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

export default {
  create: Eventbrite,
  token: {
    request: "POST https://www.eventbrite.com/oauth/token",
    auth: "post",
    json: { access_token: "access-token-1", token_type: "bearer" },
  },
  profile: [{
    request: "GET https://www.eventbriteapi.com/v3/users/me/",
    json: {
      emails: [
        { email: "countess@example.org", verified: false, primary: false },
        { email: "ada@example.com", verified: true, primary: true },
      ],
      id: "181510122780",
      name: "Ada Lovelace",
      first_name: "Ada",
      last_name: "Lovelace",
      image_id: "5185",
    },
  }],
  user: {
    ...ADA,
    id: "181510122780",
    verified: true,
    image: "https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F5185%2F1%2Foriginal.jpg",
  },
} satisfies ProviderCase;
