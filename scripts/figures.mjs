// Counts what the house rules want kept low, in this checkout or another: `npm run figures -- [TREE]`. `--list KIND` lists
// findings of one kind (unused-exports, internal, one-word, one-word-all, statuses); `--check` runs `npm run check` there and
// times it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findUnusedExports, isTest } from './house-links.mjs'
import { scan } from './house-scan.mjs'
import { hiddenFaults, makeAdded } from './house-small-tree.mjs'

const workspaces = ['core', 'contract', 'citymap', 'server', 'web', 'sim', 'bench', 'scripts']

const readTree = (tree) => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...workspaces], { cwd: tree, encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => /\.(tsx?|mjs|js|css)$/.test(path) && !isTest(path))
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(tree, path), 'utf8')]))
}

const at = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]
const spread = (numbers) => `${at(numbers, 0.5)} / ${at(numbers, 0.9)}`
const countLines = (text) => text.split('\n').length - 1
const countCode = (text) => text.split('\n').filter((line) => line.trim() !== '').length

/** Removes comments from style sheets, which the parser does not read. */
const wordsOf = (path, text, scanned) => (path.endsWith('.css') ? text.replaceAll(/\/\*.*?\*\//gs, '') : scanned.get(path).words)

const statuses = 'PAYMENT_PENDING|NEW|ACCEPTED|ARRIVED|STARTED|REACHED|PENDING|PAID|COMPLETE|CANCELLED'
const mayNameStatuses = /^core\/src\/(booking|lifecycle)\.ts$|\/migrations\//

/** Lines with a booking status in quotes. A provider's status of the same spelling counts too: only types can tell them apart. */
const findStatuses = (file) =>
  mayNameStatuses.test(file.path)
    ? []
    : file.words
        .split('\n')
        .flatMap((text, i) =>
          new RegExp(`['"](${statuses})['"]`).test(text) ? [{ path: file.path, line: i + 1, name: text.trim() }] : [],
        )

/** Functions with one-word names. Components are left out, since their names are nouns. */
const findOneWord = (file) => {
  const exported = new Set(file.exports.map(({ local }) => local))
  return file.functions
    .filter(({ name, isDeclared }) => isDeclared && name && /^[a-z]/.test(name))
    .map(({ name, line }) => ({ path: file.path, line, name, isOneWord: !/[A-Z]/.test(name), isVisible: exported.has(name) }))
}

const percent = (part, all) => `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`

const count = (tree) => {
  const files = readTree(tree)
  const parsed = [...files].filter(([path]) => !path.endsWith('.css')).map(([path, text]) => scan(path, text))
  const scanned = new Map(parsed.map((file) => [file.path, file]))
  const sources = parsed.filter(({ path }) => !path.startsWith('scripts/'))
  const functions = sources.flatMap((file) => file.functions.filter(({ isDeclared }) => isDeclared))
  const named = sources.flatMap(findOneWord)
  const lists = {
    'unused-exports': findUnusedExports(parsed, files).filter(({ isInternal }) => !isInternal),
    internal: findUnusedExports(parsed, files).filter(({ isInternal }) => isInternal),
    'one-word': named.filter(({ isOneWord, isVisible }) => isOneWord && isVisible),
    'one-word-all': named.filter(({ isOneWord }) => isOneWord),
    statuses: sources.flatMap(findStatuses),
  }
  const visible = named.filter(({ isVisible }) => isVisible)
  const sizes = workspaces.map((name) => {
    const own = [...files].filter(([path]) => path.startsWith(`${name}/`))
    return {
      name,
      files: own.length,
      lines: own.reduce((sum, [, text]) => sum + countLines(text), 0),
      code: own.reduce((sum, [path, text]) => sum + countCode(wordsOf(path, text, scanned)), 0),
    }
  })
  return {
    lists,
    sizes,
    rest: {
      'print width': JSON.parse(readFileSync(join(tree, '.oxfmtrc.json'), 'utf8')).printWidth,
      'file lines, median / p90': spread(sources.map(({ lines }) => lines)),
      functions: functions.length,
      'function lines, median / p90': spread(functions.map(({ lines }) => lines)),
      'exports used by nobody else': lists['unused-exports'].length,
      'marked for tests': `${lists.internal.length}, ${lists.internal.filter(({ path }) => path.startsWith('scripts/')).length} of them in scripts`,
      'lines with a booking status': `${lists.statuses.length} in ${new Set(lists.statuses.map(({ path }) => path)).size} files`,
      'one-word function names': percent(lists['one-word-all'].length, named.length),
      'of them visible outside their file': percent(lists['one-word'].length, visible.length),
    },
  }
}

const print = ({ sizes, rest }) => {
  const total = {
    name: 'all',
    ...Object.fromEntries(['files', 'lines', 'code'].map((key) => [key, sizes.reduce((sum, one) => sum + one[key], 0)])),
  }
  console.log(`${'tests aside'.padEnd(12)}${'files'.padStart(8)}${'lines'.padStart(8)}  without comments and blank lines`)
  for (const { name, files, lines, code } of [...sizes, total])
    console.log(`${name.padEnd(12)}${String(files).padStart(8)}${String(lines).padStart(8)}${String(code).padStart(8)}`)
  for (const [name, value] of Object.entries(rest)) console.log(`${name.padEnd(36)}${value}`)
}

/** Counts how many of the hidden faults the tree's own house rules detect. */
const countSeen = async (tree) => {
  const { checkHouse } = await import(join(tree, 'scripts/house-rules.mjs'))
  const added = makeAdded(checkHouse)
  const seen = hiddenFaults.filter(([, , changes]) => added(changes).length > 0)
  return `${seen.length} of ${hiddenFaults.length}`
}

const timeCheck = (tree) => {
  const since = performance.now()
  const { status } = spawnSync(process.execPath, ['scripts/check.mjs'], { cwd: tree })
  return `${((performance.now() - since) / 1000).toFixed(1)}${status === 0 ? '' : ' (it fails)'}`
}

const main = async (args) => {
  const listed = args.includes('--list') ? args[args.indexOf('--list') + 1] : null
  const named = args.find((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--list')
  const tree = resolve(named ?? dirname(dirname(fileURLToPath(import.meta.url))))
  const figures = count(tree)
  if (listed) return figures.lists[listed].forEach(({ path, line, name }) => console.log(`${path}:${line} ${name}`))
  print(figures)
  console.log(`${'house faults seen of those planted'.padEnd(36)}${await countSeen(tree)}`)
  if (args.includes('--check')) console.log(`${'seconds of npm run check'.padEnd(36)}${timeCheck(tree)}`)
}

await main(process.argv.slice(2))
