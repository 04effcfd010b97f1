// The house rules, one function each. A file rule gets a scanned file and the tree, a tree rule the tree: { files (path to text),
// scanned, byPath }. They return findings as { path, line, rule, says }. Add new rules to one of the two lists at the end.
import { posix } from 'node:path'
import { circleRule, finding, findingAt, isTest, resolveImport, sharedRule, tunnelRule, unusedRule } from './house-links.mjs'
import { exceptions as knownExceptions } from './house-law-exceptions.mjs'
import * as law from './house-law.mjs'
import { packageRule, rightRule } from './house-rights.mjs'
import { scan } from './house-scan.mjs'
import { tableRule } from './house-tables.mjs'

const isScript = (path) => path.endsWith('.mjs')
const stemOf = (path) => posix.basename(path).split('.')[0]

const importRule = (file, { files }) => {
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
    const isAway = home && !home.homes.some((place) => place.test(file.path))
    const says = `${spec} has one home (${home?.homes.map(String).join(', ')}): call what that file offers.`
    if (isAway) return [finding(file.path, line, 'vendor', says)]
    const opens = spec === 'kysely' && values.some((name) => ['Kysely', 'PostgresDialect'].includes(name))
    if (!opens || file.path.startsWith('server/src/db/')) return []
    const advice = 'The database is opened in server/src/db: take it from deps (or import the type with `import type`).'
    return [finding(file.path, line, 'vendor', advice)]
  })
}

const coreTimeRule = (file) => {
  if (isTest(file.path) || !file.path.startsWith('core/src/')) return []
  const pattern = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bcrypto\b|\bperformance\.now\b|\bset(?:Timeout|Interval)\b/g
  return [...file.code.matchAll(pattern)].map((match) =>
    findingAt(file, match.index, 'core-time', `${match[0]}: in the core time and chance arrive as arguments.`),
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

// A maker (makeX) contains the closures it makes; only its own lines count.
const ownLines = (fn, all) => {
  if (!/^make[A-Z]/.test(fn.name ?? '')) return fn.lines
  const inside = all.filter((other) => other.start > fn.start && other.end < fn.end)
  const outermost = inside.filter((one) => !inside.some((other) => other.start < one.start && other.end > one.end))
  return fn.lines - outermost.reduce((sum, one) => sum + one.lines - 1, 0)
}

const functionRule = (file) => {
  if (isTest(file.path)) return []
  const limit = file.path.endsWith('.tsx') ? law.limits.componentLines : law.limits.functionLines
  return file.functions
    .map((fn) => ({ ...fn, own: ownLines(fn, file.functions) }))
    .filter(({ own }) => own > limit)
    .map(({ name, line, own }) =>
      finding(file.path, line, 'function', `${name ?? 'a function'} has ${own} lines, ${limit} allowed: give its parts names.`),
    )
}

const usesCircleRule = () => {
  const reach = (feature, trail) =>
    trail.includes(feature) ? trail : (law.uses[feature] ?? []).flatMap((next) => reach(next, [...trail, feature]))
  const looped = Object.keys(law.uses).filter((feature) => reach(feature, []).length > 0)
  return looped.length === 0
    ? []
    : [finding('scripts/house-law.mjs', 1, 'uses', `uses runs in a circle through ${looped.join(', ')}.`)]
}

const typeRule = (file) => {
  if (isScript(file.path)) return []
  const says = (nodes, rule, words) => nodes.map(({ start }) => findingAt(file, start, rule, words))
  // Configurations and set-ups are default exports because their runners require it.
  const mayBeDefault = /\.config\.[a-z]+$|\/global-(setup|teardown)\.ts$/.test(file.path)
  const classes = file.path.endsWith('.tsx') ? [] : file.nodes('ClassDeclaration', 'ClassExpression')
  return [
    ...says(
      mayBeDefault ? [] : file.nodes('ExportDefaultDeclaration'),
      'default',
      'A default export has no name to search for: export it by name.',
    ),
    ...says(
      classes.filter(({ id }) => !law.classNames.includes(id?.name)),
      'class',
      'No classes: hold state in a closure made by makeX().',
    ),
  ]
}

const changing = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/

/** True if the collection or object that a name refers to is modified. */
const isChanged = (name, file) =>
  file.nodes('MemberExpression').some(({ object, property, parent, start }) => {
    if (object.name !== name) return false
    if (parent.type === 'CallExpression') return parent.callee.start === start && changing.test(property.name)
    if (parent.type === 'AssignmentExpression') return parent.left.start === start
    return parent.type === 'UpdateExpression' || parent.operator === 'delete'
  })

/** No state in modules: tests share loaded modules, and a process may be one of many. State is made by makeX() and passed on. */
const stateRule = (file) => {
  if (isTest(file.path) || !/^(core|contract|citymap|server)\/src\//.test(file.path)) return []
  return (
    file
      .nodes('VariableDeclarator')
      .filter(({ parent }) => parent.parent.type === 'Program' || parent.parent.parent?.type === 'Program')
      .filter(
        ({ parent, id, init }) => parent.kind !== 'const' || /^make[A-Z]/.test(init?.callee?.name) || isChanged(id.name, file),
      )
      // a WeakMap's entries are keyed by their owner and collected with it
      .filter(({ init }) => init?.callee?.name !== 'WeakMap')
      .map(({ id, start }) =>
        findingAt(file, start, 'state', `${id.name} is state of the module: hold it in a closure made by makeX().`),
      )
  )
}

/** The page's ui folder contains no business terms: its parts could serve another product. */
const businessRule = (file) => {
  if (isTest(file.path) || !file.path.startsWith('web/src/ui/')) return []
  const texts = [
    ...file.nodes('Identifier', 'JSXIdentifier').map(({ name, start }) => ({ text: name, start })),
    ...file.nodes('Literal', 'JSXText').map(({ value, start }) => ({ text: String(value), start })),
  ]
  return texts.flatMap(({ text, start }) => {
    const words = text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/)
    return words
      .filter((word) => law.businessWords.includes(word.replace(/s$/, '')))
      .map((word) => findingAt(file, start, 'business', `"${word}" is a word of the business: ui knows none.`))
  })
}

const roles = ['rider', 'driver', 'fleetadmin', 'admin']
const isRole = (node) => node?.type === 'Literal' && roles.includes(node.value)

/** True if an expression is the user's own role, in any form: `me.userType`, `useSession().me?.userType`, `{ userType }: Me`. */
const isOwnRole = (node, file) => {
  if (node.type === 'ChainExpression') return isOwnRole(node.expression, file)
  if (node.type === 'Identifier')
    return node.name === 'userType' && /\{[^{}]*\buserType\b[^{}]*\}(: Me\b| = me\b)/.test(file.code)
  return node.type === 'MemberExpression' && node.property.name === 'userType' && /\bme\??$/.test(textOf(node.object, file))
}
const textOf = ({ start, end }, { text }) => text.slice(start, end)

/** Pages must ask a record's `may`, `mayCall` or the core for permissions, and not decide them by the user's own role. */
const roleRule = (file) => {
  if (isTest(file.path) || !file.path.startsWith('web/src/')) return []
  const found = [
    ...file
      .nodes('BinaryExpression')
      .filter(({ left, right }) => (isRole(left) && isOwnRole(right, file)) || (isRole(right) && isOwnRole(left, file))),
    ...file
      .nodes('CallExpression')
      .filter(({ callee, arguments: [one] }) => callee.property?.name === 'includes' && one && isOwnRole(one, file)),
    ...file.nodes('SwitchStatement').filter(({ discriminant }) => isOwnRole(discriminant, file)),
  ]
  const says = 'a right is not read off the own role: ask `may` of the record, `mayCall` of the endpoint, or core/accounts.'
  return found.map(({ start }) => findingAt(file, start, 'role', says))
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
  typeRule,
  stateRule,
  businessRule,
  roleRule,
  tunnelRule,
]
const treeRules = [circleRule, sharedRule, usesCircleRule, tableRule, unusedRule, packageRule, rightRule]

/** Returns all findings for the files (path to text) except the exceptions; an unneeded exception is a finding too. */
export const checkHouse = (files, { minFiles = law.minFiles, exceptions = knownExceptions } = {}) => {
  if (files.size < minFiles) {
    return [
      finding('.', 1, 'files', `only ${files.size} files were seen, ${minFiles} expected: the check looks at the wrong place.`),
    ]
  }
  const scanned = [...files].filter(([path]) => /\.(tsx?|mts|mjs|js)$/.test(path)).map(([path, text]) => scan(path, text))
  const tree = { files, scanned, byPath: new Map(scanned.map((file) => [file.path, file])) }
  const all = [
    ...scanned.flatMap((file) => fileRules.flatMap((rule) => rule(file, tree))),
    ...treeRules.flatMap((rule) => rule(tree)),
  ]
  const isExcepted = (one) => exceptions.some((exception) => exception.path === one.path && exception.rule === one.rule)
  const idle = exceptions.filter((exception) => !all.some((one) => exception.path === one.path && exception.rule === one.rule))
  return [
    ...all.filter((one) => !isExcepted(one)),
    ...idle.map(({ path, rule }) =>
      finding(path, 1, 'exception', `no longer breaks "${rule}": take it off the list in scripts/house-law-exceptions.mjs.`),
    ),
  ]
}
