// What every public page shows goes into one chunk: split by who shares what, a first visit would ask for thirty small ones.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')

const pages: Record<string, string> = JSON.parse(readFileSync(here('first-pages.json'), 'utf8'))

/** A module and all that comes with it by itself. */
const closureOf = (modules: Modules, id: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const other of modules.getModuleInfo(id)?.importedIds ?? []) closureOf(modules, other, seen)
  return seen
}

/** Beyond the entry: what their layout brings, and what two of them share. */
const findShared = (modules: Modules): Set<string> => {
  const entry = closureOf(modules, here('src/main.tsx'))
  const layoutId = here('src/public-layout.tsx')
  const layout = closureOf(modules, layoutId)
  const closures = Object.values(pages).map((page) => closureOf(modules, here(page)))
  const all = new Set([layout, ...closures].flatMap((closure) => [...closure]))
  const isShared = (id: string) => layout.has(id) || closures.filter((closure) => closure.has(id)).length > 1
  return new Set([...all].filter((id) => id !== layoutId && !entry.has(id) && isShared(id)))
}

/** Small pieces of the component library: all come through its one index, so the graph does not tell whose they are. */
const pieces =
  /@mantine[\\/](core[\\/]esm[\\/](components[\\/](ActionIcon|Alert|Anchor|Burger|CloseButton|Group)[\\/]|.*(use-computed-color-scheme|noop))|hooks[\\/]esm[\\/](use-id|use-window-event|use-window-scroll|use-debounced-value|use-reduced-motion)[\\/])/

export const makePublicChunk = () => {
  let shared: Set<string> | null = null
  return {
    debugName: 'public',
    name: (id: string, modules: Modules): string | null => {
      shared ??= findShared(modules)
      return shared.has(id) || pieces.test(id) ? 'public' : null
    },
  }
}
