import { env } from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { addCompressed } from './compress.ts'
import { addFirstLoad } from './first-load.ts'
import { addOfflineFiles } from './offline-files.ts'
import { makeGroups } from './role-chunks.ts'
import { findWhoFetches } from './who-fetches.ts'
import { withoutServersPart } from './without-servers-part.ts'

// `npm run dev` starts both with one environment
const server = `http://localhost:${env['PORT'] || 3000}`

/**
 * The page calls endpoints and takes their types; parsing is the server's business. The contract's own `zod` is therefore
 * replaced by a stand-in that accepts every call (measured: 28 kB gzip less in the first load). Forms may still use the real one.
 */
const withoutParsers = (): Plugin => ({
  name: 'wayfare:without-parsers',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'zod' && importer && /[\\/]contract[\\/](src|dist)[\\/]/.test(importer) ? '\0wayfare:zod' : null,
  load: (id) =>
    id === '\0wayfare:zod' ? 'const any = new Proxy(() => any, { get: () => any });\nexport const z = any;\n' : null,
})

/** Mantine declares ten palettes that no page shows, and four that the theme has its own shades of, with ways to use them that none has: 2 kB gzip of a first visit. */
const withoutOtherPalettes = (): Plugin => ({
  name: 'wayfare:without-other-palettes',
  enforce: 'pre',
  transform: (code, id) =>
    /default-css-variables(\.layer)?\.css$/.test(id)
      ? code
          .replaceAll(/--mantine-color-(pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange)-[\w-]+:[^;]+;/g, '')
          .replaceAll(/--mantine-color-(red|blue|gray|dark)-\d:[^;]+;/g, '')
          .replaceAll(/--mantine-color-(red|blue|gray|dark)-outline(-hover)?:[^;]+;/g, '')
          .replaceAll(/--mantine-color-(red|dark)-(text|light|light-hover|light-color|filled-hover):[^;]+;/g, '')
      : null,
})

/** Mantine gives each field and note a second id once it stands, for versions of React that had none, and so draws all of them twice. */
const withoutSecondIds = (): Plugin => ({
  name: 'wayfare:without-second-ids',
  enforce: 'pre',
  transform: (code, id) =>
    /@mantine[\\/]hooks[\\/]esm[\\/]use-id[\\/]use-id\.mjs$/.test(id)
      ? "import { useId as useReactId } from 'react'\nexport const useId = (given) => { const made = useReactId(); return given ?? made }\n"
      : null,
})

const makePlugins = () => [withoutParsers(), withoutServersPart(), withoutOtherPalettes(), withoutSecondIds(), react()]

const base = {
  // core and contract are built from their source, so the page never shows a stale rule
  resolve: { conditions: ['source', 'browser', 'import', 'module', 'default'] },
  server: {
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/maps': { target: server } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // which chunk loads which: the sizes are counted by it
    manifest: true,
    target: 'es2023',
    // from the first browsers with light-dark(): lowered, it would no longer follow the theme that is chosen
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // nothing is inlined: the content security policy allows files, not data of scripts
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // an endpoint that a page does not call is not in it
      treeshake: { manualPureFunctions: ['defineEndpoint', 'z'] },
    },
  },
} satisfies UserConfig

export default defineConfig(async ({ command }) => {
  const plugins = [...makePlugins(), addFirstLoad(), addOfflineFiles(), addCompressed()]
  if (command !== 'build') return { ...base, plugins }
  const groups = makeGroups(await findWhoFetches({ ...base, root: import.meta.dirname, plugins: makePlugins() }))
  const rolldownOptions = { ...base.build.rolldownOptions, output: { codeSplitting: { groups } } }
  return { ...base, plugins, build: { ...base.build, rolldownOptions } }
})
