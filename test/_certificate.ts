/**
 * A certificate of `localhost`, signed by itself, for servers with TLS.
 *
 * @module
 */

/** A private key. For tests only, until 2126: `openssl req -x509 -newkey ec -subj /CN=localhost …`. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg796sCJAqa2oJ7sl7
liIpzCrZHeZGS1tr28o0YJHOFoqhRANCAASaIdUfmTQ0qBoJWYeqE2MLe+0byKXB
FTpEdi5S6Eyhk2RbHjpWMcQH/AF1AL8SYnTm4OR4sLGWqxaQc8Ka5QwO
-----END PRIVATE KEY-----
`;
/** The certificate that belongs to it: of `localhost`, signed by itself. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUAKJGbpyBb6yWPjBc1eRpKlMon40wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDA1NDI0N1oYDzIxMjYxMDI3
MDU0MjQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASaIdUfmTQ0qBoJWYeqE2MLe+0byKXBFTpEdi5S6Eyhk2RbHjpWMcQH
/AF1AL8SYnTm4OR4sLGWqxaQc8Ka5QwOo2kwZzAdBgNVHQ4EFgQULvTuKmUmeJaj
AIeBVPMz4YZZDKIwHwYDVR0jBBgwFoAULvTuKmUmeJajAIeBVPMz4YZZDKIwFAYD
VR0RBA0wC4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SAAwRQIgEwF+0wJYG+VNiL81WkvNC5yYsusnuiG8/KK+E0r6mF8CIQC6Z+knCVyN
AUYDPbfZq5L76lgnzuZ3qncnUSiNbNuCmQ==
-----END CERTIFICATE-----
`;
