import { sql, type Kysely } from 'kysely'

const people = `
alter table app_user
  add column language text,
  add column theme text check (theme in ('light','dark','auto')),
  add column legal_hold boolean not null default false;

-- When the person at this session last proved who they are: by password, code or provider.
alter table auth_session add column proved_at timestamptz not null default now();

-- One code at a time for each user; the code itself is never stored, only a keyed hash of it.
create table sign_in_code (
  user_id text primary key references app_user(id) on delete cascade,
  id text not null unique,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- A solved proof of work counts once.
create table used_challenge (
  signature text primary key,
  expires_at timestamptz not null
);

-- Failures and other counts that hold over all processes and restarts, by window.
create table attempt (
  kind text not null,
  subject text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (kind, subject, window_start)
);

create table second_factor (
  user_id text primary key references app_user(id) on delete cascade,
  sealed_secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table backup_code (
  user_id text not null references app_user(id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
`

const files = `
-- What lies in the storage: the storage key is made by us and shown to nobody.
create table stored_file (
  id text primary key,
  owner_id text references app_user(id),
  purpose text not null check (purpose in ('profileImage','driverDocument','signUpDocument')),
  -- the last part of its address: an ISO time for documents
  name text not null,
  storage_key text not null unique,
  media_type text not null,
  bytes integer not null check (bytes > 0),
  -- the network a visitor's upload came from, until it is claimed
  uploader text,
  created_at timestamptz not null default now()
);
create unique index stored_file_address on stored_file (owner_id, purpose, name) where owner_id is not null;
create index stored_file_unclaimed on stored_file (created_at) where owner_id is null;
`

const messages = `
-- What mail and SMS would have sent, where neither is configured: the dev inbox.
create table dev_message (
  id bigint generated always as identity primary key,
  message_key text not null unique,
  kind text not null check (kind in ('mail','sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  html text,
  direction text not null default 'ltr' check (direction in ('ltr','rtl')),
  created_at timestamptz not null default now()
);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [people, files, messages]) await sql.raw(part).execute(db)
}
