@ 1 2 3 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_users (
  id TEXT NOT NULL,
  name TEXT,
  email TEXT,
  email_verified INTEGER,
  image TEXT,
  PRIMARY KEY (id),
  UNIQUE (email)
);

CREATE TABLE IF NOT EXISTS auth_accounts (
  user_id TEXT NOT NULL,
  type TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_account_id TEXT NOT NULL,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  expires_at INTEGER,
  scope TEXT,
  token_type TEXT,
  session_state TEXT,
  authorization_details TEXT,
  created_at INTEGER,
  label TEXT,
  PRIMARY KEY (provider, provider_account_id),
  FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS auth_accounts_user_id ON auth_accounts (user_id);

CREATE TABLE IF NOT EXISTS auth_sessions (
  session_token TEXT NOT NULL,
  user_id TEXT NOT NULL,
  expires INTEGER NOT NULL,
  created_at INTEGER,
  used_at INTEGER,
  device TEXT,
  PRIMARY KEY (session_token),
  FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS auth_sessions_user_id ON auth_sessions (user_id);

CREATE INDEX IF NOT EXISTS auth_sessions_expires ON auth_sessions (expires);

CREATE TABLE IF NOT EXISTS auth_verification_tokens (
  identifier TEXT NOT NULL,
  token TEXT NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (identifier, token)
);

CREATE INDEX IF NOT EXISTS auth_verification_tokens_expires ON auth_verification_tokens (expires);

CREATE TABLE IF NOT EXISTS auth_authenticators (
  credential_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  provider_account_id TEXT NOT NULL,
  credential_public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  credential_device_type TEXT NOT NULL,
  credential_backed_up INTEGER NOT NULL,
  transports TEXT,
  user_handle TEXT,
  name TEXT,
  created_at INTEGER,
  used_at INTEGER,
  PRIMARY KEY (credential_id),
  FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS auth_authenticators_user_id ON auth_authenticators (user_id);

@ 2 3 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_security (
  user_id TEXT NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0,
  password_hash TEXT,
  password_is_proven INTEGER NOT NULL DEFAULT 1,
  password_set_at INTEGER,
  PRIMARY KEY (user_id)
);

CREATE TABLE IF NOT EXISTS auth_attempts (
  attempt_key TEXT NOT NULL,
  attempt_count INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (attempt_key)
);

CREATE INDEX IF NOT EXISTS auth_attempts_expires ON auth_attempts (expires);

CREATE TABLE IF NOT EXISTS auth_second_factors (
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  enabled_at INTEGER,
  totp_secret TEXT,
  totp_step INTEGER NOT NULL,
  recovery_codes TEXT,
  devices TEXT,
  PRIMARY KEY (user_id)
);

CREATE TABLE IF NOT EXISTS auth_pending_sign_ins (
  id TEXT NOT NULL,
  data TEXT NOT NULL,
  tries INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS auth_pending_sign_ins_expires ON auth_pending_sign_ins (expires);

@ 3 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_provider_tokens (
  user_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_account_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  lease_until INTEGER,
  tokens TEXT NOT NULL,
  PRIMARY KEY (provider, provider_account_id)
);

CREATE INDEX IF NOT EXISTS auth_provider_tokens_user_id ON auth_provider_tokens (user_id);

CREATE TABLE IF NOT EXISTS auth_provider_sessions (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_account_id TEXT NOT NULL,
  sub TEXT,
  sid TEXT,
  id_token TEXT,
  expires INTEGER NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS auth_provider_sessions_user_id ON auth_provider_sessions (user_id);

CREATE INDEX IF NOT EXISTS auth_provider_sessions_account ON auth_provider_sessions (provider_account_id);

CREATE INDEX IF NOT EXISTS auth_provider_sessions_sub ON auth_provider_sessions (sub);

CREATE INDEX IF NOT EXISTS auth_provider_sessions_sid ON auth_provider_sessions (sid);

CREATE INDEX IF NOT EXISTS auth_provider_sessions_expires ON auth_provider_sessions (expires);

@ 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_deletions (
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  requested_at INTEGER NOT NULL,
  due_at INTEGER,
  lease_until INTEGER,
  language TEXT,
  PRIMARY KEY (user_id)
);

CREATE TABLE IF NOT EXISTS auth_email_changes (
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  times TEXT NOT NULL,
  PRIMARY KEY (user_id)
);

CREATE TABLE IF NOT EXISTS auth_activities (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  activity_type TEXT NOT NULL,
  way TEXT,
  reason TEXT,
  device TEXT,
  location TEXT,
  activity_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires INTEGER NOT NULL,
@ 8
  actor_id TEXT,
  subject_id TEXT,
  note TEXT,
  changes TEXT,
@ 4 5 6 7 8
  PRIMARY KEY (user_id, id)
);

CREATE INDEX IF NOT EXISTS auth_activities_expires ON auth_activities (expires);

@ 8
CREATE INDEX IF NOT EXISTS auth_activities_actor_id ON auth_activities (actor_id);

CREATE INDEX IF NOT EXISTS auth_activities_subject_id ON auth_activities (subject_id);

@ 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_user_names (
  name_key TEXT NOT NULL,
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  shown TEXT NOT NULL,
  taken_at INTEGER NOT NULL,
  held_until INTEGER,
  PRIMARY KEY (name_key)
);

CREATE INDEX IF NOT EXISTS auth_user_names_user_id ON auth_user_names (user_id);

@ 6 7 8
CREATE TABLE IF NOT EXISTS auth_bans (
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  banned_at INTEGER NOT NULL,
  banned_until INTEGER,
  reason TEXT,
  banned_by TEXT,
  PRIMARY KEY (user_id)
);

@ 7 8
CREATE TABLE IF NOT EXISTS auth_acting_sessions (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS auth_acting_sessions_user_id ON auth_acting_sessions (user_id);

CREATE INDEX IF NOT EXISTS auth_acting_sessions_expires ON auth_acting_sessions (expires);

@ 8
CREATE TABLE IF NOT EXISTS auth_webhook_messages (
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  event_type TEXT NOT NULL,
  event_data TEXT NOT NULL,
  message_state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  failure TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE IF NOT EXISTS auth_anonymous_users (
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  claimed_at INTEGER,
  claim TEXT,
  PRIMARY KEY (user_id)
);

@ 1 2 3 4 5 6 7 8
-- Rows

INSERT INTO auth_users (id, name, email, email_verified, image)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'Ada Lovelace', 'ada@example.com', 1770091506789, 'https://images.example.com/ada.png?size=96');

INSERT INTO auth_users (id, email)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 'grace.hopper+news@example.org');

INSERT INTO auth_users (id, name)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'Zoë ''t Hooft 🦉');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id, access_token, scope, token_type, created_at, label)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'oauth', 'github', '583231', 'gho_16C7e42F292c6912E7710c838347Ae178B4a', 'read:user,user:email', 'bearer', 1770091506791, 'ada@example.com');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id, access_token, refresh_token, id_token, expires_at, scope, token_type, session_state, authorization_details, created_at, label)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'oidc', 'google', '110169484474386276334', 'ya29.a0AfB_byC-access', '1//0g-refresh', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTAxNjk0ODQ0NzQzODYyNzYzMzQifQ.c2lnbmF0dXJl', 1900000000, 'openid profile email', 'bearer', '{"check":"a.b","order":[1,2.5,null]}', '[{"type":"payment","limits":{"EUR":[10,20.5]},"open":true,"note":null}]', 1772323200000, 'Ada Lovelace');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'webauthn', 'passkey', 'Ux9nXlk1rVq2tZb0mYcA7w==');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 'email', 'email', 'grace.hopper+news@example.org');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'credentials', 'credentials', 'zoë');

INSERT INTO auth_sessions (session_token, user_id, expires, created_at, used_at, device)
VALUES ('sha256:Zm9yIHRoZSB0b2tlbiBvZiB0aGUgbGFwdG9w', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 4102444799999, 1770091506800, 1793527872000, 'Firefox on Linux');

INSERT INTO auth_sessions (session_token, user_id, expires)
VALUES ('sha256:c2Vzc2lvbiBvZiBHcmFjZQ', '9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 4070908800000);

INSERT INTO auth_verification_tokens (identifier, token, expires)
VALUES ('ada@example.com', 'b1946ac92492d2347c6235b4d2611184d4f0d1f1c5a3f1a0a0c9d9c0f0e1d2c3', 4084502950123);

INSERT INTO auth_verification_tokens (identifier, token, expires)
VALUES ('passkey challenge', 'sha256:dXNlZCBjaGFsbGVuZ2U', 4084503250123);

INSERT INTO auth_authenticators (credential_id, user_id, provider_account_id, credential_public_key, counter, credential_device_type, credential_backed_up, transports, user_handle, name, created_at, used_at)
VALUES ('Ux9nXlk1rVq2tZb0mYcA7w==', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'Ux9nXlk1rVq2tZb0mYcA7w==', 'pQECAyYgASFYIEvAx0yV7cQ1xq8s4S7g3b0H0y5v1Q2m8f6k3d2s1a0iWCB6', 4294967295, 'multiDevice', 1, 'internal,hybrid', 'YWRhLWhhbmRsZQ', 'Ada''s phone', 1775369228009, 1795209743024);

INSERT INTO auth_authenticators (credential_id, user_id, provider_account_id, credential_public_key, counter, credential_device_type, credential_backed_up)
VALUES ('c2VjdXJpdHkga2V5', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'c2VjdXJpdHkga2V5', 'pQECAyYgASFYIAAA', 0, 'singleDevice', 0);
@ 2 3 4 5 6 7 8

INSERT INTO auth_security (user_id, generation, password_hash, password_is_proven, password_set_at)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 2, '$scrypt$ln=17,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g', 1, 1778051289010);

INSERT INTO auth_security (user_id, generation, password_hash, password_is_proven)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 0, '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 0);

INSERT INTO auth_security (user_id, generation, password_is_proven)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 1, 1);

INSERT INTO auth_attempts (attempt_key, attempt_count, expires)
VALUES ('Zm91ciB3cm9uZyBwYXNzd29yZHM', 4, 4084502950123);

INSERT INTO auth_second_factors (user_id, version, enabled_at, totp_secret, totp_step, recovery_codes, devices)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 3, 1795209743024, 'eyJhbGciOiJkaXIifQ..c2VhbGVkIHNlY3JldCBvZiBhbiBhcHA', 59655521, 'aGFzaCBvZiBvbmUgY29kZQ aGFzaCBvZiBhbm90aGVyIG9uZQ', '[{"id":"ZGV2aWNl","name":"Firefox on Linux","createdAt":1795209743024}]');

INSERT INTO auth_second_factors (user_id, version, totp_step)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 2, 0);

INSERT INTO auth_pending_sign_ins (id, data, tries, expires)
VALUES ('c2lnbi1pbiBiZXR3ZWVuIGl0cyB0d28gc3RlcHM', 'eyJhbGciOiJkaXIifQ..d2hhdCB0aGUgZmlyc3Qgc3RlcCBoYXMgcHJvdmVu', 2, 4084503550123);
@ 3 4 5 6 7 8

INSERT INTO auth_provider_tokens (user_id, provider, provider_account_id, version, lease_until, tokens)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'google', '110169484474386276334', 1795424874123, 1795429674123, 'eyJhbGciOiJkaXIifQ..cmVuZXdlZCB0b2tlbnM');

INSERT INTO auth_provider_tokens (user_id, provider, provider_account_id, version, tokens)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'github', '583231', 1795424874124, 'eyJhbGciOiJkaXIifQ..dG9rZW5zIG9mIEdpdEh1Yg');

INSERT INTO auth_provider_sessions (id, user_id, provider, provider_account_id, sub, sid, id_token, expires)
VALUES ('sha256:Zm9yIHRoZSB0b2tlbiBvZiB0aGUgbGFwdG9w', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'google', '110169484474386276334', '110169484474386276334', '08a5019c-17e1-4977-8f42-65a12843ea02', 'eyJhbGciOiJkaXIifQ..c2VhbGVkIElEIHRva2Vu', 4102444799999);

INSERT INTO auth_provider_sessions (id, user_id, provider, provider_account_id, sub, sid, expires)
VALUES ('sha256:c2Vzc2lvbiBvZiBab2U', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'keycloak', 'zoë', '7f2c1c1e-8c55-4f0e-9f0b-3f7d5f0f2f11', 'e6c7a3f0-52d9-4c1c-8a6e-0f5d3f0a9b77', 4086504000000);

INSERT INTO auth_provider_sessions (id, user_id, provider, provider_account_id, expires)
VALUES ('sha256:c2Vzc2lvbiBvZiBHcmFjZQ', '9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 'github', '9919', 4070908800000);
@ 4 5 6 7 8

INSERT INTO auth_deletions (user_id, version, requested_at, due_at, lease_until, language)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 2, 4072377600123, 4073587200000, 4073588100000, 'zh-Hant-TW');

INSERT INTO auth_deletions (user_id, version, requested_at)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 7, 1795132800000);

INSERT INTO auth_email_changes (user_id, version, times)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 3, '1795000000000 1795000000001');

INSERT INTO auth_activities (user_id, id, activity_type, way, reason, device, location, activity_count, created_at, expires)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', '8205000000000-c2lnbiBpbg', 'signInFailure', 'password', 'CredentialsSignin', 'Firefox on Windows', 'Zürich, Schweiz', 3, 4072377600123, 4080153600123);

INSERT INTO auth_activities (user_id, id, activity_type, activity_count, created_at, expires)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', '8204999999999-c3RhZmY', 'secondFactorReset', 1, 1795132800000, 4102444799999);
@ 5 6 7 8

@ 8
INSERT INTO auth_activities (user_id, id, activity_type, device, activity_count, created_at, expires, actor_id, subject_id, note, changes)
VALUES ('staff', '8204999999998-YmFu', 'banUser', 'Safari on iPad', 1, 1795132800000, 4130352000000, '9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'Ticket 7: ''£''', '{"role":["user","admin"],"name":null,"until":[null,"2099-01-18T00:00:00.123Z"]}');

@ 5 6 7 8
INSERT INTO auth_user_names (name_key, user_id, version, shown, taken_at)
VALUES ('жанна', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 2, 'Жанна', 1795132800000);

INSERT INTO auth_user_names (name_key, user_id, version, shown, taken_at, held_until)
VALUES ('@οbelix', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 1, '', 1795132800000, 1795132800000);
@ 6 7 8

INSERT INTO auth_bans (user_id, version, banned_at, banned_until, reason, banned_by)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 1, 1795132800000, 1795132800000, 'Spam: ''£''', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01');

INSERT INTO auth_bans (user_id, version, banned_at)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 2, 1795132800000);
@ 7 8

@ 8
INSERT INTO auth_anonymous_users (user_id, version, created_at)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 1, 1795132800000);

INSERT INTO auth_anonymous_users (user_id, version, created_at, claimed_at, claim)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 3, 1795132800000, 1795132800000, 'b2Yg');

@ 7 8
INSERT INTO auth_acting_sessions (id, user_id, actor_id, reason, created_at, expires)
VALUES ('sha256:ac', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'ß ''1''', 1795132800000, 4073760000123);
@ 8

INSERT INTO auth_webhook_messages (id, version, user_id, endpoint, event_type, event_data, message_state, tries, due_at, failure, created_at)
VALUES ('4070908800123000000f00d-000', 3, 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'https://bücher.example/''', 'account.linked', '{"provider":"ß"}', 'due', 2, 4070908800123, '503', 1795132800000);

INSERT INTO auth_webhook_messages (id, version, user_id, endpoint, event_type, event_data, message_state, tries, due_at, created_at)
VALUES ('4070908800123000001beef-000', 0, 'nobody', 'crm', 'user.deleted', '{}', 'unsettled', 0, 1795132800000, 1795132800000);
