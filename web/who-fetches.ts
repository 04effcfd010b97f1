// Which parts of the page are fetched together, as fetched-together.json lists them, and which modules each of these sets needs.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { listChunks, makeFollow, resolveHere } from './bundle-chunks.ts'

/** By the name of a set, the parts in it: a file, or how the paths of several begin. */
const sets: Record<string, string[]> = JSON.parse(readFileSync(resolveHere('fetched-together.json'), 'utf8'))

/** Of our other packages only the end of a path is told: where they lie is npm's business, which may link to them. */
const isPart = (id: string, part: string): boolean =>
  part.startsWith('../') ? id.endsWith(part.slice('..'.length)) : id.startsWith(posix.join(resolveHere('.'), part))

/** The first set that names a part has it. */
const findSet = (id: string): string | undefined => Object.keys(sets).find((name) => sets[name]?.some((part) => isPart(id, part)))

const nameOf = (id: string | null): string | null => {
  if (id === resolveHere('index.html')) return 'entry'
  const name = id?.includes('node_modules') === false ? findSet(id) : null
  if (name === undefined) throw new Error(`${id} is fetched by itself: web/fetched-together.json has to say with what`)
  return name
}

/** For every module the sets that need it. A build without groups tells: only there it is known what is left of a library's index. */
export const findWhoFetches = async (config: InlineConfig): Promise<Map<string, Set<string>>> => {
  const found = new Map<string, Set<string>>()
  const collect: Plugin = {
    name: 'wayfare:who-fetches',
    generateBundle(_options, bundle) {
      const chunks = listChunks(bundle)
      const follow = makeFollow(chunks)
      for (const entry of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)) {
        const name = nameOf(entry.facadeModuleId)
        // what a library fetches by itself is the library's
        if (name === null) continue
        for (const id of [...follow(entry)].flatMap(({ moduleIds }) => moduleIds)) {
          found.set(id, (found.get(id) ?? new Set()).add(name))
        }
      }
    },
  }
  const { rolldownOptions, ...rest } = config.build ?? {}
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [...(config.plugins ?? []), collect],
    build: {
      ...rest,
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: { ...rolldownOptions, experimental: { chunkOptimization: false } },
    },
  })
  return found
}
