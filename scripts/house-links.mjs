// Promise: which file an import means, and which exports no other file takes.
import { posix } from 'node:path'

/** Tests and what only they use: in the page's folders that is called fake-*. */
export const isTest = (path) =>
  /\.(test|spec)\.[a-z]+$|^(server|citymap)\/test\/|^e2e\/|^web\/test-setup\.ts$|^web\/.*\/fake-[\w-]+\.tsx?$/.test(path)

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
  taken.has(name) || (taken.has('*') && !isType && (call === 'endpoint' || !path.startsWith('contract/')))

/** The exports that nobody takes but their own file and tests, as { path, line, name }. */
export const findUnusedExports = (scanned, files) => {
  const judged = scanned.filter(({ path }) => !isTest(path))
  const taken = findTaken(judged, files)
  return judged.flatMap(({ path, exports }) =>
    exports
      .filter((one) => one.name !== '*' && !isTaken(one, path, taken.get(path)))
      .map(({ name, line }) => ({ path, line, name })),
  )
}
