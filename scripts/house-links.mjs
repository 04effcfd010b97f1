// Promise: what binds files to each other: which file an import means, circles, tunnels, and exports and files that nobody takes.
import { posix } from 'node:path'
import { areaOf, entries } from './house-law.mjs'
import { lineOf } from './house-scan.mjs'

export const finding = (path, line, rule, says) => ({ path, line, rule, says })

/** A finding at a place in a file's text. */
export const findingAt = (file, offset, rule, says) => finding(file.path, lineOf(file.text, offset), rule, says)

/** Tests and what only they use: in the page's folders that is called fake-*. */
export const isTest = (path) =>
  /\.(test|spec)\.[a-z]+$|^(server|citymap|web)\/test\/|^e2e\/|^web\/test-setup\.ts$|^web\/.*\/fake-[\w-]+\.tsx?$/.test(path)

/** The path that an import means, or null for a package. */
export const resolveImport = (from, spec, files) => {
  const ours = /^@wayfare\/([\w-]+)\/(.+)$/.exec(spec)
  if (ours) return `${ours[1]}/src/${ours[2]}.ts`
  if (!spec.startsWith('.')) return null
  const path = posix.join(posix.dirname(from), spec)
  return (
    [path, `${path}.ts`, `${path}.tsx`, path.replace(/\.js$/, '.ts'), `${path}/index.ts`].find((name) => files.has(name)) ?? path
  )
}

/** Circles between files, those of types too: each is named once, at its first file. */
export const circleRule = ({ scanned, files }) => {
  const edges = new Map(
    scanned.map(({ path, imports }) => [path, imports.flatMap(({ spec }) => resolveImport(path, spec, files) ?? [])]),
  )
  const done = new Set()
  const circles = []
  const visit = (path, trail) => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      const circle = trail.slice(at)
      const says = `${[...circle, path].join(' -> ')}: move what both need into a file below them.`
      circles.push(finding(circle.toSorted()[0], 1, 'cycle', says))
    } else if (!done.has(path)) {
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
  }
  for (const path of edges.keys()) visit(path, [])
  return circles
}

/** Shared is what two roles or layers use, also through each other: what has one user stands with it. */
export const sharedRule = ({ scanned, files }) => {
  const users = new Map()
  for (const { path, imports } of scanned.filter((file) => !isTest(file.path))) {
    for (const { spec } of imports) {
      const target = resolveImport(path, spec, files)
      users.set(target, [...(users.get(target) ?? []), path])
    }
  }
  const areasOf = (path, seen) =>
    (users.get(path) ?? []).flatMap((user) => {
      if (seen.has(user)) return []
      seen.add(user)
      return areaOf(user) === 'web shared' ? areasOf(user, seen) : [areaOf(user)]
    })
  return scanned
    .filter(({ path }) => areaOf(path) === 'web shared' && !isTest(path))
    .map(({ path }) => ({ path, areas: new Set(areasOf(path, new Set())) }))
    .filter(({ areas }) => areas.size === 1)
    .map(({ path, areas }) => finding(path, 1, 'shared', `only ${[...areas][0]} uses it: move it there.`))
}

/** A name has one home: whoever needs it imports it from there, so that rights are asked where it is taken. */
export const tunnelRule = (file, { files }) => {
  if (isTest(file.path)) return []
  const foreign = new Set(
    file.imports
      .map(({ spec, values }) => ({ target: resolveImport(file.path, spec, files), values }))
      .filter(({ target }) => target !== null && areaOf(target) !== areaOf(file.path))
      .flatMap(({ values }) => values),
  )
  const exported = new Set(file.exports.map(({ local }) => local))
  const renamed = file
    .nodes('VariableDeclarator')
    .filter(({ id, init }) => exported.has(id.name) && foreign.has(init?.name))
    .map(({ init, start }) => ({ name: init.name, line: lineOf(file.text, start) }))
  return [...file.exports.filter(({ from }) => from !== null), ...renamed].map(({ name, line }) =>
    finding(file.path, line, 'tunnel', `hands on ${name}, which is not from here: import it where it is from.`),
  )
}

/** For each file the names that other files take of it ('*' for all values); `export *` hands on what is taken of the file that says it. */
const findTaken = (scanned, files) => {
  const taken = new Map(scanned.map(({ path }) => [path, new Set()]))
  const passedOn = []
  for (const file of scanned) {
    for (const { spec, names, isPassedOn } of file.imports) {
      const target = resolveImport(file.path, spec, files)
      if (!taken.has(target)) continue
      if (isPassedOn && names.includes('*')) passedOn.push([file.path, target])
      else for (const name of names) taken.get(target).add(name)
    }
  }
  for (const [from, to] of passedOn) for (const name of taken.get(from)) taken.get(to).add(name)
  return taken
}

// The table of the contract collects endpoints out of whole modules; what else these hold is not taken by that.
const isTaken = ({ name, isType, call }, path, taken) =>
  taken.has(name) || (taken.has('*') && !isType && (call === 'defineEndpoint' || !path.startsWith('contract/')))

const isEntry = (path) => entries.some((place) => place.test(path))

/** The exports that nobody takes but their own file and tests, as { path, line, name }; what is marked `@internal` is there for tests. */
export const findUnusedExports = (scanned, files) => {
  const judged = scanned.filter(({ path }) => !isTest(path))
  const taken = findTaken(judged, files)
  return judged.flatMap(({ path, exports }) =>
    exports
      .filter((one) => one.name !== '*' && !isTaken(one, path, taken.get(path)))
      .filter(({ name }) => name !== 'default' || !isEntry(path))
      .map(({ name, line, isInternal }) => ({ path, line, name, isInternal })),
  )
}

const explainUnused = ({ name, isInternal }) =>
  isInternal
    ? `${name} is marked @internal, and no test takes it.`
    : `no other file takes ${name}: keep it to this file, or delete it. What a test must reach is marked @internal.`

export const unusedRule = ({ scanned, files }) => {
  const imported = new Set(
    scanned
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, imports }) => imports.map(({ spec }) => resolveImport(path, spec, files))),
  )
  const idleFiles = scanned.filter(({ path }) => !isTest(path) && !isEntry(path) && !imported.has(path))
  const takenByTests = findTaken(scanned, files)
  return [
    ...idleFiles.map(({ path }) =>
      finding(path, 1, 'unused', 'no file imports this one: delete it, or name it among the entries.'),
    ),
    ...findUnusedExports(scanned, files)
      .filter(({ path, name, isInternal }) => !isInternal || !takenByTests.get(path).has(name))
      .map((one) => finding(one.path, one.line, 'unused', explainUnused(one))),
  ]
}
