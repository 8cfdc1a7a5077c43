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
  actor_id TEXT,
  subject_id TEXT,
  note TEXT,
  changes TEXT,
  PRIMARY KEY (user_id, id)
);

CREATE INDEX IF NOT EXISTS auth_activities_expires ON auth_activities (expires);

CREATE INDEX IF NOT EXISTS auth_activities_actor_id ON auth_activities (actor_id);

CREATE INDEX IF NOT EXISTS auth_activities_subject_id ON auth_activities (subject_id);

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

CREATE TABLE IF NOT EXISTS auth_bans (
  user_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  banned_at INTEGER NOT NULL,
  banned_until INTEGER,
  reason TEXT,
  banned_by TEXT,
  PRIMARY KEY (user_id)
);

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
