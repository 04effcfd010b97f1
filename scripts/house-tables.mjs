// Finds the tables that a file reads and writes, by query builder or SQL, and checks them against owners and declared reads.
import { finding, isTest, resolveImport } from './house-links.mjs'
import { reads } from './house-law-reads.mjs'
import { mayTouchAllTables, tableOwners } from './house-law.mjs'
import { lineOf } from './house-scan.mjs'

const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const reading = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?)$/

export const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const unknown = '?'

/**
 * What a name stands for, here or in the file it is imported from: a constant, each of a list in turn, or what the type of a
 * parameter lists.
 */
const findMeanings = (name, file, tree) => {
  const own = file.nodes('VariableDeclarator').filter(({ id }) => id.name === name)
  const typed = file.nodes('Identifier').filter((node) => node.name === name && node.typeAnnotation)
  const meanings = [
    ...own.map(({ init, parent }) => init ?? parent.parent.right),
    ...typed.flatMap(({ typeAnnotation: { typeAnnotation: type } }) => type.types ?? [type]).map(({ literal }) => literal),
  ].filter(Boolean)
  const source = file.imports.find(({ values }) => values.includes(name))
  const there = source && tree.byPath.get(resolveImport(file.path, source.spec, tree.files))
  return there && there !== file ? findMeanings(name, there, tree) : meanings.map((node) => [node, file])
}

/** The expressions that an expression may evaluate to, by its kind. */
const choices = {
  ArrayExpression: ({ elements }) => elements,
  ConditionalExpression: ({ consequent, alternate }) => [consequent, alternate],
  ObjectExpression: ({ properties }) => properties.map(({ value }) => value).filter(Boolean),
  MemberExpression: ({ object }) => [object],
  TSAsExpression: ({ expression }) => [expression],
  TSSatisfiesExpression: ({ expression }) => [expression],
  // sql.table('booking'), sql.raw(name)
  CallExpression: ({ callee, arguments: given }) => (callee.object?.name === 'sql' ? given : []),
}

/** Returns the strings an expression may evaluate to, through names and choices; none for one that makes its own query. */
const wordsOf = (node, file, tree) => {
  if (node.type === 'Literal') return [String(node.value)]
  if (node.type === 'TemplateLiteral') return [textOf(node, file, tree)]
  if (node.type !== 'Identifier') return (choices[node.type]?.(node) ?? []).flatMap((one) => wordsOf(one, file, tree))
  const meanings = findMeanings(node.name, file, tree).flatMap(([meaning, home]) => wordsOf(meaning, home, tree))
  return meanings.length > 0 ? meanings : [unknown]
}

const textOf = ({ quasis, expressions }, file, tree) =>
  quasis
    .map(({ value }, i) => value.cooked + (expressions[i] ? (wordsOf(expressions[i], file, tree)[0] ?? unknown) : ''))
    .join('')

const fromBuilder = (file, tree) =>
  file.nodes('CallExpression').flatMap(({ callee, arguments: [first], start }) => {
    const method = callee.property?.name
    const isTable = callee.object?.name === 'sql' && method === 'table'
    if (!first || !(writing.has(method) || reading.test(method) || isTable)) return []
    const words = wordsOf(first, file, tree).filter((word) => !isTable || word === unknown)
    return words.map((word) => ({ table: snake(word.split(/\s/)[0]), isWrite: writing.has(method), start }))
  })

const item = '"?\\w+"?(?:\\s+(?:as\\s+)?\\w+)?'
const sqlWrites = /\b(?:insert\s+into|delete\s+from|merge\s+into|update(?:\s+only)?|truncate(?:\s+table)?)\s+"?(\w+)/gi
const sqlReads = new RegExp(`\\b(?:from|join)\\s+(${item}(?:\\s*,\\s*${item})*)`, 'gi')
const looksLikeSql =
  /\b(select\s[^]*\sfrom|insert\s+into\s+\w+\s*(\(|values|select)|update\s+\w+\s+(\w+\s+)?set|delete\s+from\s+\w+\s*(\w+\s+)?(where|using|$)|truncate\s+\w+)/i

const inSql = (text, start) => [
  ...[...text.matchAll(sqlWrites)].map(([, table]) => ({ table, isWrite: true, start })),
  ...[...text.replaceAll(sqlWrites, '').matchAll(sqlReads)].flatMap(([, list]) =>
    list.split(',').map((one) => ({ table: /\w+/.exec(one)[0], isWrite: false, start })),
  ),
]

const fromSql = (file, tree) => {
  const templates = file
    .nodes('TemplateLiteral')
    .map((node) => ({ text: textOf(node, file, tree), start: node.start, tag: node.parent.tag?.name }))
  const strings = file.nodes('Literal').map(({ value, start }) => ({ text: String(value), start }))
  return [...templates, ...strings]
    .filter(({ text, tag }) => tag === 'sql' || looksLikeSql.test(text))
    .flatMap(({ text, start }) => inSql(text, start))
    .filter(({ table }) => table in tableOwners)
}

const partOf = (path) => {
  const [, first, second] = /^server\/src\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  return first === 'features' ? second : first?.split('.')[0]
}

/** Lists every access to a table that needs a right, as { part, path, table, isWrite, line }. */
const findTouches = (tree) =>
  tree.scanned
    .filter(({ path }) => partOf(path) && !isTest(path) && !mayTouchAllTables.some((place) => place.test(path)))
    .flatMap((file) =>
      [...fromBuilder(file, tree), ...fromSql(file, tree)].map((one) => ({
        ...one,
        part: partOf(file.path),
        path: file.path,
        line: lineOf(file.text, one.start),
      })),
    )

const isOwner = ({ part, table }) => [tableOwners[table]].flat().includes(part)

const explain = ({ part, table, isWrite }) => {
  const owner = tableOwners[table]
  if (table === unknown)
    return 'which table this is cannot be told: give its name as a literal, a constant or a type that lists them.'
  if (!owner) return `nobody owns the table ${table}: name its owner in scripts/house-law.mjs.`
  return isWrite
    ? `${part} writes ${table}, which ${owner} owns: call ${owner}'s command.`
    : `${part} reads ${table}, which ${owner} owns: call ${owner}'s query, or declare it in scripts/house-law-reads.mjs.`
}

export const tableRule = (tree) =>
  findTouches(tree)
    .filter((one) => !isOwner(one) && (one.isWrite || one.table === unknown || one.table in tableOwners))
    .filter(({ part, table, isWrite }) => isWrite || !reads[part]?.includes(table))
    .map((one) => finding(one.path, one.line, 'table', explain(one)))

/** Lists declared reads that no code makes. */
export const idleReads = (tree) => {
  const made = new Set(findTouches(tree).map(({ part, table, isWrite }) => !isWrite && `${part} ${table}`))
  return Object.entries(reads).flatMap(([part, tables]) =>
    tables.filter((table) => !made.has(`${part} ${table}`) || isOwner({ part, table })).map((table) => `${part} reads ${table}`),
  )
}
