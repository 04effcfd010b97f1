// Tells the server what each public page, and each role's first page, needs beyond the entry, so that the browser is told at once and
// not chunk by chunk, and what that page reads at once. For the count of sizes it also says in which chunk each part is that is fetched.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { Plugin } from 'vite'
import { resolveHere, listChunks, makeChunkClosure, type Chunk } from './bundle-chunks.ts'

const pages: Record<string, string> = JSON.parse(readFileSync(resolveHere('first-pages.json'), 'utf8'))
const rolePages: Record<string, string[]> = JSON.parse(readFileSync(resolveHere('first-role-pages.json'), 'utf8'))
const roleReads: unknown = JSON.parse(readFileSync(resolveHere('first-role-reads.json'), 'utf8'))

const filesOf = (chunks: Iterable<Chunk>) => {
  const all = [...chunks]
  return {
    js: all.map(({ fileName }) => fileName),
    css: [...new Set(all.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
  }
}

const listFirstLoad = (chunks: readonly Chunk[]) => {
  const entry = makeChunkClosure(chunks, 'index.html')('index.html')
  const needsOf = (paths: readonly string[], namedIn: string) => {
    const closureOf = makeChunkClosure(chunks, namedIn)
    const seen = new Set<Chunk>()
    for (const path of paths) closureOf(path, { seen })
    return filesOf([...seen].filter((chunk) => !entry.has(chunk)))
  }
  return {
    pages: Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, needsOf([page], 'first-pages.json')])),
    roles: Object.fromEntries(Object.entries(rolePages).map(([role, paths]) => [role, needsOf(paths, 'first-role-pages.json')])),
    reads: roleReads,
  }
}

type Modules = {
  getModuleIds: () => Iterable<string>
  getModuleInfo: (id: string) => { dynamicImporters: readonly string[] } | null
}

/** By its path, in which chunk each module is that is fetched by itself. */
const listParts = (chunks: readonly Chunk[], modules: Modules) => {
  const fetched = new Set([...modules.getModuleIds()].filter((id) => modules.getModuleInfo(id)?.dynamicImporters.length))
  const files = chunks.flatMap(({ moduleIds, fileName }) => moduleIds.map((id) => [id, fileName] as const))
  return Object.fromEntries(
    files.filter(([id]) => fetched.has(id)).map(([id, file]) => [posix.relative(resolveHere('.'), id), file]),
  )
}

export const addFirstLoad = (): Plugin => ({
  name: 'wayfare:first-load',
  apply: 'build',
  // the styles of the first words are wanted before any script
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = listChunks(bundle)
      const emit = (name: string, content: object) =>
        this.emitFile({ type: 'asset', fileName: `.vite/${name}.json`, source: JSON.stringify(content) })
      emit('first-load', listFirstLoad(chunks))
      emit('parts', listParts(chunks, this))
    },
  },
})
