// Tells the server what each public page needs beyond the entry, so that the browser is told at once and not chunk by chunk.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

type Chunk = { fileName: string; imports: string[]; facadeModuleId: string | null; viteMetadata?: { importedCss: Set<string> } }

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/')

const pages: Record<string, string> = JSON.parse(readFileSync(here('first-pages.json'), 'utf8'))

export const withFirstLoad = (): Plugin => ({
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
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk') as Chunk[]
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const closureOf = (path: string, seen = new Set<Chunk>()): Set<Chunk> => {
        const from = chunks.find(({ facadeModuleId }) => facadeModuleId === here(path))
        const follow = (chunk: Chunk | undefined): void => {
          if (!chunk || seen.has(chunk)) return
          seen.add(chunk)
          for (const file of chunk.imports) follow(byFile.get(file))
        }
        if (!from) throw new Error(`${path} has no chunk of its own: first-pages.json names the pages that routes.tsx fetches`)
        follow(from)
        return seen
      }
      const entry = closureOf('index.html')
      const needs = Object.entries(pages).map(([path, page]) => {
        const added = [...closureOf(page, closureOf('src/public-layout.tsx'))].filter((chunk) => !entry.has(chunk))
        const css = new Set(added.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        return [path, { js: added.map(({ fileName }) => fileName), css: [...css] }]
      })
      this.emitFile({ type: 'asset', fileName: '.vite/first-load.json', source: JSON.stringify(Object.fromEntries(needs)) })
    },
  },
})
