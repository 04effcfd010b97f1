// Checks that every right the law grants is used, and that each workspace lists exactly the packages it uses.
import { finding, isTest, resolveImport } from './house-links.mjs'
import * as law from './house-law.mjs'
import { idleReads, snake } from './house-tables.mjs'

const featureOf = (path) => /^server\/src\/features\/([^/]+)\//.exec(path ?? '')?.[1]

/** Lists imports between features, as { from, to, stem }. */
const listCrossings = ({ scanned, files }) =>
  scanned
    .filter(({ path }) => featureOf(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports.map(({ spec }) => ({ from: featureOf(path), target: resolveImport(path, spec, files) })),
    )
    .filter(({ from, target }) => featureOf(target) && featureOf(target) !== from)
    .map(({ from, target }) => ({ from, to: featureOf(target), stem: target.split('/').at(-1).split(/[-.]/)[0] }))

const idleHomes = ({ scanned }) =>
  law.vendorHomes.flatMap(({ vendor, homes }) =>
    homes
      .filter((home) => !scanned.some((file) => home.test(file.path) && listNamedWords(file).some((word) => vendor.test(word))))
      .map((home) => `${home} as a home of ${vendor}`),
  )

/** Lists all tables from the types that declare those of an area: `export type TripTables = { panic: … }`. */
const listTables = ({ scanned }) =>
  new Set(
    scanned
      .filter(({ path }) => path.startsWith('server/src/db/tables'))
      .flatMap(({ nodes }) => nodes('TSTypeAliasDeclaration'))
      .filter(({ id }) => id.name.endsWith('Tables'))
      .flatMap(({ typeAnnotation: { members = [] } }) => members.map(({ key }) => snake(key.name))),
  )

const listClasses = ({ scanned }) =>
  new Set(scanned.flatMap(({ nodes }) => nodes('ClassDeclaration', 'ClassExpression').map(({ id }) => id?.name)))

/** Describes the rights that nothing uses. */
const listIdleRights = (tree) => {
  const crossings = listCrossings(tree)
  const paths = tree.scanned.map(({ path }) => path)
  const inFeature = (feature, stem) =>
    paths.some((path) => featureOf(path) === feature && path.split('/')[4].split(/[-.]/)[0] === stem)
  const places = { mayBeIndex: law.mayBeIndex, entries: law.entries, mayTouchAllTables: law.mayTouchAllTables }
  return [
    ...Object.entries(law.uses).flatMap(([from, targets]) =>
      targets.filter((to) => !crossings.some((one) => one.from === from && one.to === to)).map((to) => `${from} uses ${to}`),
    ),
    ...law.openFiles.filter((stem) => !crossings.some((one) => one.stem === stem)).map((stem) => `${stem} among openFiles`),
    ...Object.entries(law.ownNouns).flatMap(([feature, nouns]) =>
      nouns.filter((noun) => !inFeature(feature, noun)).map((noun) => `${noun} as a file of ${feature}`),
    ),
    ...idleHomes(tree),
    ...Object.entries(places).flatMap(([name, list]) =>
      list.filter((place) => !paths.some((path) => place.test(path))).map((place) => `${place} among ${name}`),
    ),
    ...Object.keys(law.tableOwners)
      .filter((table) => !listTables(tree).has(table))
      .map((table) => `${table} among tableOwners`),
    ...Object.entries(law.corePackages)
      .filter(([path, spec]) => !tree.byPath.get(path)?.imports.some((one) => one.spec === spec))
      .map(([path, spec]) => `${spec} in ${path}`),
    ...law.classNames.filter((name) => !listClasses(tree).has(name)).map((name) => `${name} among classNames`),
    ...idleReads(tree),
  ]
}

export const rightRule = (tree) =>
  listIdleRights(tree).map((right) =>
    finding('scripts/house-law.mjs', 1, 'right', `nobody needs "${right}": take it off. The law allows what is needed.`),
  )

const packageOf = (spec) =>
  /^(\.|node:|virtual:)/.test(spec)
    ? null
    : spec
        .split('/')
        .slice(0, spec.startsWith('@') ? 2 : 1)
        .join('/')

/** Lists what may name a package in a file: imports, and strings that look up its files or commands. */
const listNamedWords = ({ nodes }) => [
  ...nodes('Literal').map(({ value }) => String(value)),
  ...nodes('TemplateElement').map(({ value }) => value.raw),
]

const listImported = (files) =>
  new Set(files.flatMap(({ imports }) => imports.map(({ spec }) => packageOf(spec))).filter(Boolean))

const isNamed = (name, words) => words.some((word) => word === name || word.startsWith(`${name}/`))

/** Returns the package that an @types package describes; other names unchanged. */
const typedBy = (name) => (name.startsWith('@types/') ? name.slice(7).replace('__', '/') : name)

const isUsed = (name, words) => name in law.unseenPackages || isNamed(typedBy(name), words)

const checkPackages = (path, json, { scanned, rootJson }) => {
  const isRoot = path === 'package.json'
  const own = isRoot
    ? scanned
    : scanned.filter((file) => file.path.startsWith(path.replace('package.json', '')) || !file.path.includes('/'))
  const running = Object.keys({ ...json.dependencies, ...json.optionalDependencies })
  const testing = Object.keys(json.devDependencies ?? {})
  const words = own.flatMap(listNamedWords)
  const forRunning = isRoot ? words : own.filter((file) => !isTest(file.path)).flatMap(listNamedWords)
  const idle = [...running.filter((name) => !isUsed(name, forRunning)), ...testing.filter((name) => !isUsed(name, words))]
  const listed = new Set([...running, ...testing, json.name, ...Object.keys(rootJson.devDependencies ?? {})])
  const missing = isRoot ? [] : [...listImported(own)].filter((name) => !listed.has(name) && !listed.has(`@types/${name}`))
  return [
    ...idle.map((name) =>
      finding(path, 1, 'package', `nothing here uses ${name}: take it off, or list it where tests alone use it.`),
    ),
    ...missing.map((name) => finding(path, 1, 'package', `${name} is imported here and not listed.`)),
  ]
}

export const packageRule = ({ files, scanned }) => {
  const rootJson = JSON.parse(files.get('package.json') ?? '{}')
  return [...files]
    .filter(([path]) => path.endsWith('package.json'))
    .flatMap(([path, text]) => checkPackages(path, JSON.parse(text), { scanned, rootJson }))
}
