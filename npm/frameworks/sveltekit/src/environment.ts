import * as env from "$app/env/private";

export { env };
