import { WorkOS } from "../../../src/providers/workos.ts";
import { ADA, type ProviderCase } from "../_catalogue.ts";

const profile = {
  object: "profile",
  id: "prof_01DMC79VCBZ0NY2099737PSVF1",
  connection_id: "conn_01E4ZCR3C56J083X43JQXF3JK5",
  connection_type: "OktaSAML",
  organization_id: "org_01EHWNCE74X7JSDV0X3SZ3KJNY",
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Lovelace",
  idp_id: "00u1a0ufowBJlzPlk357",
  role: { slug: "member" },
  groups: ["engines"],
  custom_attributes: {},
  raw_attributes: {
    id: "00u1a0ufowBJlzPlk357",
    picture: "https://idp.example.com/pictures/1.png",
  },
};

export default {
  create: WorkOS,
  options: { connection: "conn_01E4ZCR3C56J083X43JQXF3JK5" },
  token: {
    request: "POST https://api.workos.com/sso/token",
    auth: "post",
    json: { access_token: "access-token-1", profile },
  },
  profile: [{ request: "GET https://api.workos.com/sso/profile", json: profile }],
  user: {
    ...ADA,
    id: "prof_01DMC79VCBZ0NY2099737PSVF1",
    verified: false,
    image: "https://idp.example.com/pictures/1.png",
  },
} satisfies ProviderCase;
