import { sql, type Kysely } from 'kysely'

const entries = `
-- What the desk did, in one chain: each entry's hash covers the one before it. Append-only, and without references: it outlives
-- what it tells of. The chain covers the values of an entry by a salted digest: those of a person who goes can be hidden, and the
-- salt with them, so that the chain holds and nobody can guess what they were.
create table audit_entry (
  -- both are set by the trigger: 1, 2, 3 … without a gap
  id bigint primary key default 0,
  at timestamptz not null default now(),
  -- null: the system
  actor_id text,
  role text not null,
  ip text,
  action text not null check (action like '%.%'),
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  -- set by the trigger; null once the values are hidden
  salt text,
  -- the digest of salt and values
  said text not null default '',
  previous text not null default '',
  hash text not null default ''
);
create index audit_entry_newest on audit_entry (at desc, id desc);
create index audit_entry_actor on audit_entry (actor_id, at desc, id desc);
create index audit_entry_object on audit_entry (object_id, object_kind, at desc, id desc);
create index audit_entry_action on audit_entry (action, at desc, id desc);
create index audit_entry_area on audit_entry (split_part(action, '.', 1), at desc, id desc);

-- The chain's end. Its row is also the lock that makes parallel transactions one chain, held to commit: what the desk does is
-- done one after the other at this place. Riders and drivers never come here.
create table audit_head (
  id boolean primary key default true check (id),
  entries bigint not null,
  hash text not null
);
insert into audit_head (entries, hash) values (0, '');

-- jsonb has one spelling for each value, and times are given in microseconds: the same entry has the same text everywhere.
create function audit_hash(entry audit_entry) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.previous, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_id, entry.role, entry.ip,
    entry.action, entry.object_kind, entry.object_id, entry.said)::text, 'UTF8')), 'hex')
$$;

create function audit_said(entry audit_entry) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(entry.salt, entry.before, entry.after)::text, 'UTF8')), 'hex')
$$;

create function audit_hidden(fields jsonb) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_object_agg(key, '{"hidden": true}'::jsonb), '{}') from jsonb_object_keys(fields) key
$$;

-- Values are hidden only of a person who is gone, and then all of them.
create function audit_may_be_hidden(entry audit_entry) returns boolean language sql stable as $$
  select entry.object_kind = 'person'
    and entry.before is not distinct from audit_hidden(entry.before) and entry.after is not distinct from audit_hidden(entry.after)
    and exists (select from app_user where id = entry.object_id and removed_at is not null)
$$;

create function audit_entry_chain() returns trigger language plpgsql as $$
declare head audit_head;
begin
  update audit_head set entries = entries + 1 returning * into strict head;
  new.id := head.entries;
  new.previous := head.hash;
  new.salt := gen_random_uuid()::text || gen_random_uuid()::text;
  new.said := audit_said(new);
  new.hash := audit_hash(new);
  update audit_head set hash = new.hash;
  return new;
end $$;
create trigger audit_entry_chains before insert on audit_entry for each row execute function audit_entry_chain();

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end $$;

create function audit_keep_or_hide() returns trigger language plpgsql as $$
declare hidden audit_entry := old;
begin
  hidden.before := audit_hidden(old.before);
  hidden.after := audit_hidden(old.after);
  hidden.salt := null;
  if tg_op = 'UPDATE' and new is not distinct from hidden and audit_may_be_hidden(hidden) then
    return new;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end $$;
create trigger audit_entry_is_final before update or delete on audit_entry for each row execute function audit_keep_or_hide();
create trigger audit_entry_is_not_emptied before truncate on audit_entry for each statement execute function audit_refuse_change();

-- Only an entry moves the end: the trigger above is one level deep.
create function audit_head_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the audit log is append-only' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger audit_head_moves_by_entries before insert or update or delete on audit_head
  for each row execute function audit_head_guard();
create trigger audit_head_is_not_emptied before truncate on audit_head for each statement execute function audit_refuse_change();
`

const proofs = `
-- What each look at the chain found. The seal, made with the server's secret, says which end was seen: whoever has only the
-- database cannot write the chain anew up to there.
create table audit_proof (
  id text primary key,
  created_at timestamptz not null default now(),
  took_ms integer not null,
  -- null: the nightly one
  created_by text references app_user(id),
  holds boolean not null,
  entries bigint not null,
  head text not null,
  seal text not null,
  wrong integer not null,
  -- some of what is wrong
  faults jsonb not null
);
create index audit_proof_newest on audit_proof (created_at desc);
create trigger audit_proof_is_final before update or delete on audit_proof for each row execute function audit_refuse_change();
create trigger audit_proof_is_not_emptied before truncate on audit_proof for each statement execute function audit_refuse_change();
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [entries, proofs]) await sql.raw(part).execute(db)
}
