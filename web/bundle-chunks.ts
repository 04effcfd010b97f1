// The chunks of a build as our plugins read them.
import { fileURLToPath } from 'node:url'

export type Chunk = {
  fileName: string
  imports: string[]
  dynamicImports: string[]
  facadeModuleId: string | null
  code: string
  viteMetadata?: { importedCss: Set<string> }
}

export const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')

type Bundle = Record<string, { type: string }>

export const listChunks = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((item) => item.type === 'chunk') as unknown as Chunk[]

/** Gives what comes with the chunk of a module by itself; `whole`: and what it may fetch later. */
export const makeChunkClosure = (chunks: readonly Chunk[], namedIn: string) => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return (path: string, { seen = new Set<Chunk>(), whole = false } = {}): Set<Chunk> => {
    const from = chunks.find(({ facadeModuleId }) => facadeModuleId === resolveHere(path))
    const follow = (chunk: Chunk | undefined): void => {
      if (!chunk || seen.has(chunk)) return
      seen.add(chunk)
      for (const file of [...chunk.imports, ...(whole ? chunk.dynamicImports : [])]) follow(byFile.get(file))
    }
    if (!from) throw new Error(`${path} has no chunk of its own: ${namedIn} names the pages that routes.tsx fetches`)
    follow(from)
    return seen
  }
}
