// What every public page shows goes into one chunk: split by who shares what, a first visit would ask for thirty small ones.
import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')

/** A module and all that comes with it by itself. */
const closureOf = (modules: Modules, id: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const other of modules.getModuleInfo(id)?.importedIds ?? []) closureOf(modules, other, seen)
  return seen
}

/** Modules of ours that their layout brings beyond the entry; through the index of a library it would bring all of it. */
const findShared = (modules: Modules): Set<string> => {
  const entry = closureOf(modules, here('src/main.tsx'))
  const layoutId = here('src/public-layout.tsx')
  const layout = closureOf(modules, layoutId)
  // nearly every page writes: alone, its way to do so would be counted to each of them
  const writing = closureOf(modules, here('src/api/use-write.ts'))
  return new Set([...layout, ...writing].filter((id) => id !== layoutId && !id.includes('node_modules') && !entry.has(id)))
}

export const makePublicChunk = () => {
  let shared: Set<string> | null = null
  return {
    debugName: 'public',
    name: (id: string, modules: Modules): string | null => {
      shared ??= findShared(modules)
      return shared.has(id) ? 'public' : null
    },
  }
}
