import { sql, type Kysely } from 'kysely'

const campaigns = `
-- A notice that an admin writes to many, and how far it has got.
create table campaign (
  id text primary key,
  device_type text not null check (device_type in ('All','ANDROID','IOS')),
  user_type text not null check (user_type in ('All','rider','driver')),
  title text not null,
  body text not null,
  state text not null default 'draft' check (state in ('draft','sending','sent','stopped')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text references app_user(id) on delete set null,
  sent_at timestamptz,
  sent_by text references app_user(id) on delete set null,
  ended_at timestamptz,
  -- people and devices it was for when it was sent
  recipients integer not null default 0,
  devices integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  -- the last device that was taken up, in order of their ids
  after_device text not null default '',
  -- taken up and without an answer so far, and when the last ones were
  in_flight integer not null default 0,
  taken_at timestamptz,
  -- when open pages were last told how far it is
  told_at timestamptz,
  check ((state = 'draft') = (sent_at is null)),
  check ((state in ('sent','stopped')) = (ended_at is not null))
);
create index campaign_created on campaign (created_at, id);
create index campaign_title on campaign (title, id);
create index campaign_devices on campaign (devices, id);

-- Devices whose service could not be reached for now.
create table campaign_retry (
  campaign_id text not null references campaign(id) on delete cascade,
  device_id text not null references push_device(id) on delete cascade,
  tries integer not null,
  due_at timestamptz not null,
  primary key (campaign_id, device_id)
);
create index campaign_retry_due on campaign_retry (campaign_id, due_at);
create index campaign_retry_device on campaign_retry (device_id);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(campaigns).execute(db)
}
