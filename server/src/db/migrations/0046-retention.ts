import { sql, type Kysely } from 'kysely'

const ages = `
-- What a court or an authority wants kept: nothing of it is let go or erased. Of people there is app_user.legal_hold.
alter table booking add column legal_hold boolean not null default false;

-- The way of a trip that is long over, in place of a row a point.
create table track_packed (
  booking_id text primary key references booking(id),
  -- when the trip was over
  ended_at timestamptz not null,
  points integer not null check (points > 0),
  -- see core/track-pack
  way bytea not null
);
create index track_packed_age on track_packed (ended_at);

-- What a town has already is kept until its operator says for how long; a new one begins with the days of the settings' defaults.
update setting set data = data ||
  '{"keepTrackDays":0,"keepChatDays":0,"keepPhotoDays":0,"keepNoticeDays":0,"keepInboxDays":0,"keepAuditDays":0}'::jsonb;

-- What is old is found without reading the rest.
create index chat_message_age on chat_message (at);
create index stored_file_photo_age on stored_file (created_at) where purpose = 'bookingPhoto';
`

const audit = `
-- Where the chain begins: so many entries were let go, the last of them with this hash, and the next one follows it. The seal, made
-- with the server's secret, says that it was the server: whoever has only the database cannot shorten the log unseen.
create table audit_start (
  id boolean primary key default true check (id),
  entries bigint not null,
  hash text not null,
  seal text not null
);
insert into audit_start (entries, hash, seal) values (0, '', '');

-- It moves forward, onto an entry that is there and a year old.
create function audit_start_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.entries > old.entries and exists (
    select from audit_entry where id = new.entries and hash = new.hash and at < now() - interval '365 days') then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end $$;
create trigger audit_start_moves_on before insert or update or delete on audit_start
  for each row execute function audit_start_guard();
create trigger audit_start_is_not_emptied before truncate on audit_start for each statement execute function audit_refuse_change();

create or replace function audit_keep_or_hide() returns trigger language plpgsql as $$
declare hidden audit_entry := old;
begin
  if tg_op = 'DELETE' and old.id <= (select entries from audit_start) then
    return old;
  end if;
  hidden.before := audit_hidden(old.before);
  hidden.after := audit_hidden(old.after);
  hidden.salt := null;
  if tg_op = 'UPDATE' and new is not distinct from hidden and audit_may_be_hidden(hidden) then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end $$;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [ages, audit]) await sql.raw(part).execute(db)
}
