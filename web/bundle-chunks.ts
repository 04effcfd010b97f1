// The chunks of a build as our plugins read them.
import { fileURLToPath } from 'node:url'

export type Chunk = {
  name: string
  fileName: string
  imports: string[]
  dynamicImports: string[]
  moduleIds: string[]
  facadeModuleId: string | null
  isEntry: boolean
  isDynamicEntry: boolean
  code: string
  viteMetadata?: { importedCss: Set<string> }
}

export const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')

type Bundle = Record<string, { type: string }>

export const listChunks = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((item) => item.type === 'chunk') as unknown as Chunk[]

type Following = { seen?: Set<Chunk>; whole?: boolean }

/** Gives what comes with a chunk by itself; `whole`: and what it may fetch later. */
export const makeFollow = (chunks: readonly Chunk[]) => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return (from: Chunk, { seen = new Set<Chunk>(), whole = false }: Following = {}): Set<Chunk> => {
    const follow = (chunk: Chunk | undefined): void => {
      if (!chunk || seen.has(chunk)) return
      seen.add(chunk)
      for (const file of [...chunk.imports, ...(whole ? chunk.dynamicImports : [])]) follow(byFile.get(file))
    }
    follow(from)
    return seen
  }
}

/** The same by the path of a module in the chunk. */
export const makeChunkClosure = (chunks: readonly Chunk[], namedIn: string) => {
  const follow = makeFollow(chunks)
  return (path: string, following: Following = {}): Set<Chunk> => {
    const id = resolveHere(path)
    const from = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id))
    if (!from) throw new Error(`${path} is in no chunk: ${namedIn} names the pages that routes.tsx fetches`)
    return follow(from, following)
  }
}
