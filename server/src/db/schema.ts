// Promise: two schemas of one database are told apart by what matters to us, and the differences are named so that people understand.
import type { ClientBase } from 'pg'
import { normalizeSql } from './checksum.ts'

type Kind = 'table' | 'column' | 'constraint' | 'index' | 'trigger' | 'function' | 'view'

/** `part`: what it belongs to (a table) and its name, `text`: how it is defined, in canonical SQL without the schema's name. */
type Part = { kind: Kind; table: string; name: string; text: string; isStrict: boolean }

type Schema = ReadonlyMap<string, Part>

// What an extension brought is not ours. Not-null constraints are told with their column. `is_strict`: an index that refuses rows.
const query = `
with ours as (select oid, relname, relkind from pg_class where relnamespace = $1::regnamespace
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'))
select 'table' as kind, relname as "table", relname as name, '' as text, true as is_strict from ours where relkind in ('r', 'p')
union all
select 'column', relname, attname, concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    'default ' || pg_get_expr(adbin, adrelid), 'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, '')), true
  from ours join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p') and attnum > 0 and not attisdropped
union all
select 'constraint', relname, conname, pg_get_constraintdef(c.oid, true), true
  from ours join pg_constraint c on conrelid = ours.oid where contype not in ('n', 't')
union all
select 'index', t.relname, i.relname, pg_get_indexdef(i.oid, 0, true), indisunique
  from ours i join pg_index on indexrelid = i.oid join ours t on t.oid = indrelid
  where not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u', 'x'))
union all
select 'trigger', relname, tgname, pg_get_triggerdef(t.oid, true) || ' ' || tgenabled::text, true
  from ours join pg_trigger t on tgrelid = ours.oid where not tgisinternal
union all
select 'function', '', proname || '(' || pg_get_function_identity_arguments(oid) || ')', pg_get_functiondef(oid), false
  from pg_proc where pronamespace = $1::regnamespace and prokind in ('f', 'p')
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
union all
select 'view', '', relname, pg_get_viewdef(oid, true), false from ours where relkind in ('v', 'm')`

type Row = Omit<Part, 'isStrict'> & { is_strict: boolean }

/** What the schema holds, but for rows. The name is as PostgreSQL writes it, quoted where it has to be. */
export const readSchema = async (client: ClientBase, schema: string): Promise<Schema> => {
  const { rows } = await client.query<Row>(query, [schema])
  const withoutSchema = (text: string): string => text.replaceAll(`${schema}.`, '')
  return new Map(
    rows.map(({ kind, table, name, text, is_strict: isStrict }) => [
      `${kind} ${table}.${withoutSchema(name)}`,
      { kind, table, name: withoutSchema(name), text: normalizeSql(withoutSchema(text)), isStrict },
    ]),
  )
}

const nameOf = ({ kind, table, name }: Part): string =>
  kind === 'column' || kind === 'table' || table === ''
    ? `${kind} ${table && kind !== 'table' ? `${table}.` : ''}${name}`
    : `${kind} ${name} of ${table}`

/** Whether something that nobody expected does harm: a table, a view or an index that the operator added beside ours does not. */
const isHarmful = (part: Part, expected: Schema): boolean =>
  part.isStrict && part.kind !== 'table' && expected.has(`table ${part.table}.${part.table}`)

/** What the found schema lacks, has differently, or has too much of; empty where all is as expected. */
export const compareSchemas = (found: Schema, expected: Schema): string[] => [
  ...[...expected].flatMap(([key, part]) => {
    const real = found.get(key)
    // the parts of a missing table go without saying
    if (!real)
      return part.kind !== 'table' && part.table && !found.has(`table ${part.table}.${part.table}`)
        ? []
        : [`${nameOf(part)} is missing`]
    return real.text === part.text ? [] : [`${nameOf(part)} is different (${real.text})`]
  }),
  ...[...found].flatMap(([key, part]) =>
    !expected.has(key) && isHarmful(part, expected) ? [`${nameOf(part)} is not expected`] : [],
  ),
]
