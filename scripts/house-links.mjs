// Rules on links between files: resolving imports, cycles, tunnels (re-exports), and unused exports and files.
import { posix } from 'node:path'
import { areaOf, entries } from './house-law.mjs'
import { lineOf } from './house-scan.mjs'

export const finding = (path, line, rule, says) => ({ path, line, rule, says })

/** Makes a finding at an offset in a file's text. */
export const findingAt = (file, offset, rule, says) => finding(file.path, lineOf(file.text, offset), rule, says)

/** True for tests and files that only tests use (in the page's folders, those named fake-*). */
export const isTest = (path) =>
  /\.(test|spec)\.[a-z]+$|^(server|citymap|web)\/test\/|^e2e\/|^web\/test-setup\.ts$|^web\/.*\/fake-[\w-]+\.tsx?$/.test(path)

/** Resolves an import to a path; null for a package. */
export const resolveImport = (from, spec, files) => {
  const ours = /^@wayfare\/([\w-]+)\/(.+)$/.exec(spec)
  if (ours) return `${ours[1]}/src/${ours[2]}.ts`
  if (!spec.startsWith('.')) return null
  const path = posix.join(posix.dirname(from), spec)
  return (
    [path, `${path}.ts`, `${path}.tsx`, path.replace(/\.js$/, '.ts'), `${path}/index.ts`].find((name) => files.has(name)) ?? path
  )
}

/** Reports import cycles, including those of types only, once each at its first file. */
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

/** Shared files must be used by two roles or layers, directly or indirectly; a file with a single user belongs next to it. */
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

/** Names are imported from the file that defines them, not re-exported, so that import rights are checked at each use. */
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

/** Lists, per file, the names other files import ('*' for all values); `export *` passes on what is imported from its file. */
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

// The contract's table collects endpoints from whole modules, which does not count as using their other exports.
const isTaken = ({ name, isType, call }, path, taken) =>
  taken.has(name) || (taken.has('*') && !isType && (call === 'defineEndpoint' || !path.startsWith('contract/')))

const isEntry = (path) => entries.some((place) => place.test(path))

/** Exports that only their own file and tests use, as { path, line, name }; those marked `@internal` are meant for tests. */
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
