import { sql, type Kysely } from 'kysely'

const push = `
-- The keys of the server by which browsers know it; the private one is sealed.
create table push_key (
  name text primary key check (name = 'vapid'),
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz not null default now()
);

-- What reaches a device of a person: it goes with the session it was registered in.
create table push_device (
  id text primary key,
  user_id text not null references app_user(id) on delete cascade,
  session_id text not null references auth_session(id) on delete cascade,
  kind text not null check (kind in ('web','fcm','apns','expo')),
  platform text not null check (platform in ('ANDROID','IOS','WEB')),
  -- of an app, or the address of a browser's subscription
  token text not null unique,
  -- browsers only
  p256dh text,
  auth text,
  created_at timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  check ((kind = 'web') = (p256dh is not null and auth is not null))
);
create index push_device_user on push_device (user_id, last_seen);
create index push_device_session on push_device (session_id);

-- One row for each notice and device it was handed over for: a notice that is worked on twice is not sent twice.
create table push_sent (
  notice_id text not null,
  device_id text not null references push_device(id) on delete cascade,
  -- by which the service is asked later whether the device is still there
  receipt text,
  sent_at timestamptz not null default now(),
  primary key (notice_id, device_id)
);
create index push_sent_device on push_sent (device_id);
create index push_sent_receipt on push_sent (sent_at) where receipt is not null;
create index push_sent_at on push_sent (sent_at);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(push).execute(db)
}
