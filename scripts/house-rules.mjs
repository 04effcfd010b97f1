// Promise: each function here is one rule; it gets the scanned files and gives its findings as { path, line, rule, says }.
import { posix } from 'node:path'
import { isTest, resolveImport } from './house-links.mjs'
import { scan, lineOf } from './house-scan.mjs'
import * as law from './house-law.mjs'

const isScript = (path) => path.endsWith('.mjs')
const stemOf = (path) => posix.basename(path).split('.')[0]
const finding = (path, line, rule, says) => ({ path, line, rule, says })

const importRule = (file, files) => {
  if (isTest(file.path) || isScript(file.path)) return []
  return file.imports.flatMap(({ spec, line }) => {
    const target = resolveImport(file.path, spec, files)
    if (target === null || law.mayImport(file.path, target)) return []
    const says = `${law.areaOf(file.path)} may not import ${target} (${law.areaOf(target)}). See the tables in scripts/house-law.mjs.`
    return [finding(file.path, line, 'import', says)]
  })
}

const corePackageRule = (file) => {
  if (isTest(file.path) || !/^(core|contract)\/src\//.test(file.path)) return []
  const isAllowed = (spec) =>
    spec.startsWith('.') ||
    spec.startsWith('@wayfare/') ||
    (file.path.startsWith('contract/') && spec === 'zod') ||
    law.corePackages[file.path] === spec
  return file.imports
    .filter(({ spec }) => !isAllowed(spec))
    .map(({ spec, line }) =>
      finding(file.path, line, 'package', `${spec} has no place here: the core imports nothing, the contract zod only.`),
    )
}

const vendorRule = (file) => {
  if (isTest(file.path) || isScript(file.path)) return []
  return file.imports.flatMap(({ spec, line, values, isType }) => {
    if (isType) return []
    const home = law.vendorHomes.find(({ vendor }) => vendor.test(spec))
    if (home && !home.homes.some((place) => place.test(file.path))) {
      return [
        finding(
          file.path,
          line,
          'vendor',
          `${spec} has one home (${home.homes.map(String).join(', ')}): call what that file offers.`,
        ),
      ]
    }
    const opens = spec === 'kysely' && values.some((name) => ['Kysely', 'PostgresDialect'].includes(name))
    if (!opens || file.path.startsWith('server/src/db/')) return []
    return [
      finding(
        file.path,
        line,
        'vendor',
        'The database is opened in server/src/db: take it from deps (or import the type with `import type`).',
      ),
    ]
  })
}

const coreTimeRule = (file) => {
  if (isTest(file.path) || !file.path.startsWith('core/src/')) return []
  const pattern = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bcrypto\b|\bperformance\.now\b|\bset(?:Timeout|Interval)\b/g
  return [...file.code.matchAll(pattern)].map((match) =>
    finding(
      file.path,
      lineOf(file.code, match.index),
      'core-time',
      `${match[0]}: in the core time and chance arrive as arguments.`,
    ),
  )
}

const nameRule = (file) => {
  const folders = posix
    .dirname(file.path)
    .split('/')
    .filter((name) => !name.startsWith('.'))
  const stem = stemOf(file.path)
  const found = []
  const add = (says) => found.push(finding(file.path, 1, 'name', says))
  for (const name of [...folders, ...posix.basename(file.path).split('.').slice(0, -1)]) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) add(`"${name}" is not kebab-case.`)
  }
  for (const name of [...folders, stem]) {
    if (law.emptyNames.includes(name)) add(`"${name}" says nothing: name it after what it does.`)
  }
  if (/-(utils?|helpers?|manager)$/.test(stem)) add(`"${stem}" ends in a word that says nothing: name it after what it does.`)
  if (stem === 'index' && !law.mayBeIndex.some((place) => place.test(file.path)))
    add('index hides what is inside: name the file after its content.')
  return found
}

const featureFileRule = (file) => {
  const [, feature, name] = /^server\/src\/features\/([^/]+)\/(.+)$/.exec(file.path) ?? []
  if (!feature) return []
  if (!(feature in law.uses))
    return [finding(file.path, 1, 'feature', `${feature} is no feature: add it to uses in scripts/house-law.mjs.`)]
  const allowed = law.featureFiles(feature)
  if (allowed.includes(name.split(/[-.]/)[0]) && !name.includes('/')) return []
  return [
    finding(file.path, 1, 'feature', `${name} is not in the closed list (${allowed.join(', ')}; split as commands-<noun>).`),
  ]
}

const fileSizeRule = (file) => {
  if (file.lines <= law.limits.fileLines || /\/migrations\/|\/texts\//.test(file.path)) return []
  return [
    finding(file.path, 1, 'size', `${file.lines} lines, ${law.limits.fileLines} allowed: split it by what changes together.`),
  ]
}

// A maker (makeX) is as long as the closures it makes; only its own lines count.
const ownLines = (fn, all) => {
  if (!/^make[A-Z]/.test(fn.name ?? '')) return fn.lines
  const inside = all.filter((other) => other.start > fn.start && other.end < fn.end)
  const outermost = inside.filter((one) => !inside.some((other) => other.start < one.start && other.end > one.end))
  return fn.lines - outermost.reduce((sum, one) => sum + one.lines - 1, 0)
}

const functionRule = (file) => {
  if (isTest(file.path)) return []
  const limit = file.path.endsWith('.tsx') ? law.limits.componentLines : law.limits.functionLines
  return file.functions.flatMap((fn) => {
    const found = []
    const lines = ownLines(fn, file.functions)
    if (lines > limit)
      found.push(
        finding(
          file.path,
          fn.line,
          'function',
          `${fn.name ?? 'a function'} has ${lines} lines, ${limit} allowed: give its parts names.`,
        ),
      )
    if (fn.parameters > law.limits.parameters) {
      found.push(
        finding(
          file.path,
          fn.line,
          'parameters',
          `${fn.name ?? 'a function'} takes ${fn.parameters}, ${law.limits.parameters} allowed: pass a record.`,
        ),
      )
    }
    return found
  })
}

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g,
  /\binsert\s+into\s+(?:\w+\.)?"?(\w+)"?/gi,
  /\bdelete\s+from\s+(?:\w+\.)?"?(\w+)"?/gi,
  /\bupdate\s+(?:only\s+)?(?:\w+\.)?"?(\w+)"?\s+(?:as\s+)?(?:\w+\s+)?set\b/gi,
]

const writerOf = (path) => {
  const [, first, second] = /^server\/src\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  return first === 'features' ? second : first?.split('.')[0]
}

const tableRule = (file) => {
  const writer = writerOf(file.path)
  if (!writer || law.mayWriteAll.some((place) => place.test(file.path))) return []
  return writes.flatMap((pattern) =>
    [...file.words.matchAll(pattern)].flatMap((match) => {
      const table = snake(match[1])
      const owner = law.tableOwners[table]
      if ([owner].flat().includes(writer)) return []
      // English in a message ("delete from the list") names no table.
      if (!owner && pattern.flags.includes('i')) return []
      const says = owner
        ? `${writer} writes ${table}, which ${owner} owns: call ${owner}'s command.`
        : `nobody owns the table ${table}: name its owner in scripts/house-law.mjs.`
      return [finding(file.path, lineOf(file.words, match.index), 'table', says)]
    }),
  )
}

const typeRule = (file) => {
  if (isScript(file.path)) return []
  const found = []
  const look = (pattern, rule, says) => {
    for (const match of file.code.matchAll(pattern)) {
      if (match[1] && law.classNames.includes(match[1])) continue
      found.push(finding(file.path, lineOf(file.code, match.index), rule, says))
    }
  }
  look(
    /:\s*any\s*(?=[,;)=\]|&\n}>[])|\bas any\b|<any\b|,\s*any\s*>/g,
    'any',
    'any turns the checks off: infer the type, or use unknown and look.',
  )
  // Configurations and set-ups are default exports because their runners ask for them.
  if (!/\.config\.[a-z]+$|\/global-(setup|teardown)\.ts$/.test(file.path))
    look(/^export default\b/gm, 'default', 'A default export has no name to search for: export it by name.')
  if (!file.path.endsWith('.tsx'))
    look(/^\s*(?:export\s+)?(?:abstract\s+)?class\s+(\w+)/gm, 'class', 'No classes: hold state in a closure made by makeX().')
  return found
}

/** Cycles between files, types left aside: each is named once, at its first file. */
export const findCycles = (scanned, files) => {
  const edges = new Map(
    scanned.map((file) => [
      file.path,
      file.imports.filter((one) => !one.isType).flatMap((one) => resolveImport(file.path, one.spec, files) ?? []),
    ]),
  )
  const done = new Set()
  const cycles = []
  const visit = (path, trail) => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      const cycle = trail.slice(at)
      cycles.push(
        finding(cycle.toSorted()[0], 1, 'cycle', `${[...cycle, path].join(' -> ')}: move what both need into a file below them.`),
      )
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return cycles
}

const findUsesCycle = () => {
  const reach = (feature, trail) =>
    trail.includes(feature) ? trail : (law.uses[feature] ?? []).flatMap((next) => reach(next, [...trail, feature]))
  const looped = Object.keys(law.uses).filter((feature) => reach(feature, []).length > 0)
  return looped.length === 0
    ? []
    : [finding('scripts/house-law.mjs', 1, 'uses', `uses runs in a circle through ${looped.join(', ')}.`)]
}

const fileRules = [
  importRule,
  corePackageRule,
  vendorRule,
  coreTimeRule,
  nameRule,
  featureFileRule,
  fileSizeRule,
  functionRule,
  tableRule,
  typeRule,
]

/** All findings for the given files (path to text), without the excepted ones; an exception that nothing needs is a finding too. */
export const checkHouse = (files, { minFiles = law.minFiles, exceptions = law.exceptions } = {}) => {
  if (files.size < minFiles) {
    return [
      finding('.', 1, 'files', `only ${files.size} files were seen, ${minFiles} expected: the check looks at the wrong place.`),
    ]
  }
  const scanned = [...files].map(([path, text]) => scan(path, text))
  const all = [
    ...scanned.flatMap((file) => fileRules.flatMap((rule) => rule(file, files))),
    ...findCycles(scanned, files),
    ...findUsesCycle(),
  ]
  const isExcepted = (one) => exceptions.some((exception) => exception.path === one.path && exception.rule === one.rule)
  const idle = exceptions.filter((exception) => !all.some((one) => exception.path === one.path && exception.rule === one.rule))
  return [
    ...all.filter((one) => !isExcepted(one)),
    ...idle.map(({ path, rule }) =>
      finding(path, 1, 'exception', `no longer breaks "${rule}": take it off the list in scripts/house-law.mjs.`),
    ),
  ]
}
