@ 1 2 3 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_users (
  id varchar(255) NOT NULL,
  name text,
  email varchar(320),
  email_verified datetime(3),
  image mediumtext,
  PRIMARY KEY (id),
  UNIQUE (email)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_accounts (
  user_id varchar(255) NOT NULL,
  type varchar(32) NOT NULL,
  provider varchar(255) NOT NULL,
  provider_account_id varchar(320) NOT NULL,
  access_token mediumtext,
  refresh_token mediumtext,
  id_token mediumtext,
  expires_at bigint,
  scope text,
  token_type varchar(255),
  session_state json,
  authorization_details json,
  created_at datetime(3),
  label varchar(320),
  PRIMARY KEY (provider, provider_account_id),
  KEY auth_accounts_user_id (user_id),
  FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_sessions (
  session_token varchar(255) NOT NULL,
  user_id varchar(255) NOT NULL,
  expires datetime(3) NOT NULL,
  created_at datetime(3),
  used_at datetime(3),
  device varchar(64),
  PRIMARY KEY (session_token),
  KEY auth_sessions_user_id (user_id),
  KEY auth_sessions_expires (expires),
  FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_verification_tokens (
  identifier varchar(320) NOT NULL,
  token varchar(255) NOT NULL,
  expires datetime(3) NOT NULL,
  PRIMARY KEY (identifier, token),
  KEY auth_verification_tokens_expires (expires)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_authenticators (
  credential_id varchar(1400) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id varchar(255) NOT NULL,
  provider_account_id varchar(320) NOT NULL,
  credential_public_key text NOT NULL,
  counter bigint NOT NULL,
  credential_device_type varchar(32) NOT NULL,
  credential_backed_up boolean NOT NULL,
  transports varchar(255),
  user_handle varchar(255),
  name varchar(255),
  created_at datetime(3),
  used_at datetime(3),
  PRIMARY KEY (credential_id),
  KEY auth_authenticators_user_id (user_id),
  FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 2 3 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_security (
  user_id varchar(255) NOT NULL,
  generation bigint NOT NULL DEFAULT 0,
  password_hash varchar(512),
  password_is_proven boolean NOT NULL DEFAULT 1,
  password_set_at datetime(3),
  PRIMARY KEY (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_attempts (
  attempt_key varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  attempt_count bigint NOT NULL,
  expires datetime(3) NOT NULL,
  PRIMARY KEY (attempt_key),
  KEY auth_attempts_expires (expires)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_second_factors (
  user_id varchar(255) NOT NULL,
  version bigint NOT NULL,
  enabled_at datetime(3),
  totp_secret varchar(512),
  totp_step bigint NOT NULL,
  recovery_codes varchar(1000),
  devices text,
  PRIMARY KEY (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_pending_sign_ins (
  id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  data mediumtext NOT NULL,
  tries bigint NOT NULL,
  expires datetime(3) NOT NULL,
  PRIMARY KEY (id),
  KEY auth_pending_sign_ins_expires (expires)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 3 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_provider_tokens (
  user_id varchar(255) NOT NULL,
  provider varchar(255) NOT NULL,
  provider_account_id varchar(320) NOT NULL,
  version bigint NOT NULL,
  lease_until datetime(3),
  tokens mediumtext NOT NULL,
  PRIMARY KEY (provider, provider_account_id),
  KEY auth_provider_tokens_user_id (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_provider_sessions (
  id varchar(255) NOT NULL,
  user_id varchar(255) NOT NULL,
  provider varchar(255) NOT NULL,
  provider_account_id varchar(320) NOT NULL,
  sub varchar(255),
  sid varchar(255),
  id_token mediumtext,
  expires datetime(3) NOT NULL,
  PRIMARY KEY (id),
  KEY auth_provider_sessions_user_id (user_id),
  KEY auth_provider_sessions_account (provider_account_id),
  KEY auth_provider_sessions_sub (sub),
  KEY auth_provider_sessions_sid (sid),
  KEY auth_provider_sessions_expires (expires)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 4 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_deletions (
  user_id varchar(255) NOT NULL,
  version bigint NOT NULL,
  requested_at datetime(3) NOT NULL,
  due_at datetime(3),
  lease_until datetime(3),
  language varchar(64),
  PRIMARY KEY (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_email_changes (
  user_id varchar(255) NOT NULL,
  version bigint NOT NULL,
  times varchar(500) NOT NULL,
  PRIMARY KEY (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_activities (
  user_id varchar(255) NOT NULL,
  id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  activity_type varchar(64) NOT NULL,
  way varchar(320),
  reason varchar(64),
  device varchar(255),
  location varchar(255),
  activity_count bigint NOT NULL,
  created_at datetime(3) NOT NULL,
  expires datetime(3) NOT NULL,
@ 8
  actor_id varchar(255),
  subject_id varchar(255),
  note text,
  changes json,
@ 4 5 6 7 8
  PRIMARY KEY (user_id, id),
@ 4 5 6 7
  KEY auth_activities_expires (expires)
@ 8
  KEY auth_activities_expires (expires),
  KEY auth_activities_actor_id (actor_id),
  KEY auth_activities_subject_id (subject_id)
@ 4 5 6 7 8
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 5 6 7 8
CREATE TABLE IF NOT EXISTS auth_user_names (
  name_key varchar(255) NOT NULL,
  user_id varchar(255) NOT NULL,
  version bigint NOT NULL,
  shown varchar(255) NOT NULL,
  taken_at datetime(3) NOT NULL,
  held_until datetime(3),
  PRIMARY KEY (name_key),
  KEY auth_user_names_user_id (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 6 7 8
CREATE TABLE IF NOT EXISTS auth_bans (
  user_id varchar(255) NOT NULL,
  version bigint NOT NULL,
  banned_at datetime(3) NOT NULL,
  banned_until datetime(3),
  reason text,
  banned_by varchar(255),
  PRIMARY KEY (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 7 8
CREATE TABLE IF NOT EXISTS auth_acting_sessions (
  id varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id varchar(255) NOT NULL,
  actor_id varchar(255) NOT NULL,
  reason text NOT NULL,
  created_at datetime(3) NOT NULL,
  expires datetime(3) NOT NULL,
  PRIMARY KEY (id),
  KEY auth_acting_sessions_user_id (user_id),
  KEY auth_acting_sessions_expires (expires)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 8
CREATE TABLE IF NOT EXISTS auth_webhook_messages (
  id varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version bigint NOT NULL,
  user_id varchar(255) NOT NULL,
  endpoint text NOT NULL,
  event_type varchar(64) NOT NULL,
  event_data text NOT NULL,
  message_state varchar(64) NOT NULL,
  tries bigint NOT NULL,
  due_at datetime(3) NOT NULL,
  failure varchar(255),
  created_at datetime(3) NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS auth_anonymous_users (
  user_id varchar(255) NOT NULL,
  version bigint NOT NULL,
  created_at datetime(3) NOT NULL,
  claimed_at datetime(3),
  claim varchar(64) CHARACTER SET ascii COLLATE ascii_bin,
  PRIMARY KEY (user_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

@ 1 2 3 4 5 6 7 8
-- Rows

INSERT INTO auth_users (id, name, email, email_verified, image)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'Ada Lovelace', 'ada@example.com', '2026-02-03 04:05:06.789', 'https://images.example.com/ada.png?size=96');

INSERT INTO auth_users (id, email)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 'grace.hopper+news@example.org');

INSERT INTO auth_users (id, name)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'Zoë ''t Hooft 🦉');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id, access_token, scope, token_type, created_at, label)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'oauth', 'github', '583231', 'gho_16C7e42F292c6912E7710c838347Ae178B4a', 'read:user,user:email', 'bearer', '2026-02-03 04:05:06.791', 'ada@example.com');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id, access_token, refresh_token, id_token, expires_at, scope, token_type, session_state, authorization_details, created_at, label)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'oidc', 'google', '110169484474386276334', 'ya29.a0AfB_byC-access', '1//0g-refresh', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTAxNjk0ODQ0NzQzODYyNzYzMzQifQ.c2lnbmF0dXJl', 1900000000, 'openid profile email', 'bearer', '{"check":"a.b","order":[1,2.5,null]}', '[{"type":"payment","limits":{"EUR":[10,20.5]},"open":true,"note":null}]', '2026-03-01 00:00:00.000', 'Ada Lovelace');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'webauthn', 'passkey', 'Ux9nXlk1rVq2tZb0mYcA7w==');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 'email', 'email', 'grace.hopper+news@example.org');

INSERT INTO auth_accounts (user_id, type, provider, provider_account_id)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'credentials', 'credentials', 'zoë');

INSERT INTO auth_sessions (session_token, user_id, expires, created_at, used_at, device)
VALUES ('sha256:Zm9yIHRoZSB0b2tlbiBvZiB0aGUgbGFwdG9w', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', '2099-12-31 23:59:59.999', '2026-02-03 04:05:06.800', '2026-11-01 10:11:12.000', 'Firefox on Linux');

INSERT INTO auth_sessions (session_token, user_id, expires)
VALUES ('sha256:c2Vzc2lvbiBvZiBHcmFjZQ', '9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', '2099-01-01 00:00:00.000');

INSERT INTO auth_verification_tokens (identifier, token, expires)
VALUES ('ada@example.com', 'b1946ac92492d2347c6235b4d2611184d4f0d1f1c5a3f1a0a0c9d9c0f0e1d2c3', '2099-06-07 08:09:10.123');

INSERT INTO auth_verification_tokens (identifier, token, expires)
VALUES ('passkey challenge', 'sha256:dXNlZCBjaGFsbGVuZ2U', '2099-06-07 08:14:10.123');

INSERT INTO auth_authenticators (credential_id, user_id, provider_account_id, credential_public_key, counter, credential_device_type, credential_backed_up, transports, user_handle, name, created_at, used_at)
VALUES ('Ux9nXlk1rVq2tZb0mYcA7w==', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'Ux9nXlk1rVq2tZb0mYcA7w==', 'pQECAyYgASFYIEvAx0yV7cQ1xq8s4S7g3b0H0y5v1Q2m8f6k3d2s1a0iWCB6', 4294967295, 'multiDevice', 1, 'internal,hybrid', 'YWRhLWhhbmRsZQ', 'Ada''s phone', '2026-04-05 06:07:08.009', '2026-11-20 21:22:23.024');

INSERT INTO auth_authenticators (credential_id, user_id, provider_account_id, credential_public_key, counter, credential_device_type, credential_backed_up)
VALUES ('c2VjdXJpdHkga2V5', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'c2VjdXJpdHkga2V5', 'pQECAyYgASFYIAAA', 0, 'singleDevice', 0);
@ 2 3 4 5 6 7 8

INSERT INTO auth_security (user_id, generation, password_hash, password_is_proven, password_set_at)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 2, '$scrypt$ln=17,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g', 1, '2026-05-06 07:08:09.010');

INSERT INTO auth_security (user_id, generation, password_hash, password_is_proven)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 0, '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 0);

INSERT INTO auth_security (user_id, generation, password_is_proven)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 1, 1);

INSERT INTO auth_attempts (attempt_key, attempt_count, expires)
VALUES ('Zm91ciB3cm9uZyBwYXNzd29yZHM', 4, '2099-06-07 08:09:10.123');

INSERT INTO auth_second_factors (user_id, version, enabled_at, totp_secret, totp_step, recovery_codes, devices)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 3, '2026-11-20 21:22:23.024', 'eyJhbGciOiJkaXIifQ..c2VhbGVkIHNlY3JldCBvZiBhbiBhcHA', 59655521, 'aGFzaCBvZiBvbmUgY29kZQ aGFzaCBvZiBhbm90aGVyIG9uZQ', '[{"id":"ZGV2aWNl","name":"Firefox on Linux","createdAt":1795209743024}]');

INSERT INTO auth_second_factors (user_id, version, totp_step)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 2, 0);

INSERT INTO auth_pending_sign_ins (id, data, tries, expires)
VALUES ('c2lnbi1pbiBiZXR3ZWVuIGl0cyB0d28gc3RlcHM', 'eyJhbGciOiJkaXIifQ..d2hhdCB0aGUgZmlyc3Qgc3RlcCBoYXMgcHJvdmVu', 2, '2099-06-07 08:19:10.123');
@ 3 4 5 6 7 8

INSERT INTO auth_provider_tokens (user_id, provider, provider_account_id, version, lease_until, tokens)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'google', '110169484474386276334', 1795424874123, '2026-11-23 10:27:54.123', 'eyJhbGciOiJkaXIifQ..cmVuZXdlZCB0b2tlbnM');

INSERT INTO auth_provider_tokens (user_id, provider, provider_account_id, version, tokens)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'github', '583231', 1795424874124, 'eyJhbGciOiJkaXIifQ..dG9rZW5zIG9mIEdpdEh1Yg');

INSERT INTO auth_provider_sessions (id, user_id, provider, provider_account_id, sub, sid, id_token, expires)
VALUES ('sha256:Zm9yIHRoZSB0b2tlbiBvZiB0aGUgbGFwdG9w', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'google', '110169484474386276334', '110169484474386276334', '08a5019c-17e1-4977-8f42-65a12843ea02', 'eyJhbGciOiJkaXIifQ..c2VhbGVkIElEIHRva2Vu', '2099-12-31 23:59:59.999');

INSERT INTO auth_provider_sessions (id, user_id, provider, provider_account_id, sub, sid, expires)
VALUES ('sha256:c2Vzc2lvbiBvZiBab2U', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'keycloak', 'zoë', '7f2c1c1e-8c55-4f0e-9f0b-3f7d5f0f2f11', 'e6c7a3f0-52d9-4c1c-8a6e-0f5d3f0a9b77', '2099-06-30 12:00:00.000');

INSERT INTO auth_provider_sessions (id, user_id, provider, provider_account_id, expires)
VALUES ('sha256:c2Vzc2lvbiBvZiBHcmFjZQ', '9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 'github', '9919', '2099-01-01 00:00:00.000');
@ 4 5 6 7 8

INSERT INTO auth_deletions (user_id, version, requested_at, due_at, lease_until, language)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 2, '2099-01-18 00:00:00.123', '2099-02-01 00:00:00.000', '2099-02-01 00:15:00.000', 'zh-Hant-TW');

INSERT INTO auth_deletions (user_id, version, requested_at)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 7, '2026-11-20 00:00:00.000');

INSERT INTO auth_email_changes (user_id, version, times)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 3, '1795000000000 1795000000001');

INSERT INTO auth_activities (user_id, id, activity_type, way, reason, device, location, activity_count, created_at, expires)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', '8205000000000-c2lnbiBpbg', 'signInFailure', 'password', 'CredentialsSignin', 'Firefox on Windows', 'Zürich, Schweiz', 3, '2099-01-18 00:00:00.123', '2099-04-18 00:00:00.123');

INSERT INTO auth_activities (user_id, id, activity_type, activity_count, created_at, expires)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', '8204999999999-c3RhZmY', 'secondFactorReset', 1, '2026-11-20 00:00:00.000', '2099-12-31 23:59:59.999');
@ 5 6 7 8

@ 8
INSERT INTO auth_activities (user_id, id, activity_type, device, activity_count, created_at, expires, actor_id, subject_id, note, changes)
VALUES ('staff', '8204999999998-YmFu', 'banUser', 'Safari on iPad', 1, '2026-11-20 00:00:00.000', '2100-11-20 00:00:00.000', '9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'Ticket 7: ''£''', '{"role":["user","admin"],"name":null,"until":[null,"2099-01-18T00:00:00.123Z"]}');

@ 5 6 7 8
INSERT INTO auth_user_names (name_key, user_id, version, shown, taken_at)
VALUES ('жанна', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 2, 'Жанна', '2026-11-20 00:00:00.000');

INSERT INTO auth_user_names (name_key, user_id, version, shown, taken_at, held_until)
VALUES ('@οbelix', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 1, '', '2026-11-20 00:00:00.000', '2026-11-20 00:00:00.000');
@ 6 7 8

INSERT INTO auth_bans (user_id, version, banned_at, banned_until, reason, banned_by)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 1, '2026-11-20 00:00:00.000', '2026-11-20 00:00:00.000', 'Spam: ''£''', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01');

INSERT INTO auth_bans (user_id, version, banned_at)
VALUES ('c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 2, '2026-11-20 00:00:00.000');
@ 7 8

@ 8
INSERT INTO auth_anonymous_users (user_id, version, created_at)
VALUES ('9b1e6c1d-7f0e-4c7d-8f5b-31d2f7a4c902', 1, '2026-11-20 00:00:00.000');

INSERT INTO auth_anonymous_users (user_id, version, created_at, claimed_at, claim)
VALUES ('5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 3, '2026-11-20 00:00:00.000', '2026-11-20 00:00:00.000', 'b2Yg');

@ 7 8
INSERT INTO auth_acting_sessions (id, user_id, actor_id, reason, created_at, expires)
VALUES ('sha256:ac', 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', '5f0c7a52-2f5b-4a33-9a58-0d6a3b1f6c01', 'ß ''1''', '2026-11-20 00:00:00.000', '2099-02-03 00:00:00.123');
@ 8

INSERT INTO auth_webhook_messages (id, version, user_id, endpoint, event_type, event_data, message_state, tries, due_at, failure, created_at)
VALUES ('4070908800123000000f00d-000', 3, 'c2d94e07-6a1b-4b8f-b3a6-7e5d8c9f0a03', 'https://bücher.example/''', 'account.linked', '{"provider":"ß"}', 'due', 2, '2099-01-01 00:00:00.123', '503', '2026-11-20 00:00:00.000');

INSERT INTO auth_webhook_messages (id, version, user_id, endpoint, event_type, event_data, message_state, tries, due_at, created_at)
VALUES ('4070908800123000001beef-000', 0, 'nobody', 'crm', 'user.deleted', '{}', 'unsettled', 0, '2026-11-20 00:00:00.000', '2026-11-20 00:00:00.000');
