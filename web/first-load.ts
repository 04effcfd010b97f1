// Tells the server what each public page needs beyond the entry, so that the browser is told at once and not chunk by chunk.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { resolveHere, listChunks, makeChunkClosure } from './bundle-chunks.ts'

const pages: Record<string, string> = JSON.parse(readFileSync(resolveHere('first-pages.json'), 'utf8'))

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
      const closureOf = makeChunkClosure(listChunks(bundle), 'first-pages.json')
      const entry = closureOf('index.html')
      const needs = Object.entries(pages).map(([path, page]) => {
        const added = [...closureOf(page, { seen: closureOf('src/public-layout.tsx') })].filter((chunk) => !entry.has(chunk))
        const css = new Set(added.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        return [path, { js: added.map(({ fileName }) => fileName), css: [...css] }]
      })
      this.emitFile({ type: 'asset', fileName: '.vite/first-load.json', source: JSON.stringify(Object.fromEntries(needs)) })
    },
  },
})
