// Tells the service worker what was built: the program's address, which names the build, and the files of each role's pages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isDesks } from './role-chunks.ts'
import { resolveHere, listChunks, makeChunkClosure, type Chunk } from './bundle-chunks.ts'

type RolePages = Record<'visitor' | 'everybody' | 'rider' | 'driver' | 'fleetadmin' | 'admin', string[]>
type Bundle = Parameters<typeof listChunks>[0]

const pages: RolePages = JSON.parse(readFileSync(resolveHere('role-pages.json'), 'utf8'))

/** Code, styles, and what the code names: workers and pictures. */
const filesOf = (chunks: Iterable<Chunk>, assets: readonly string[]): string[] => {
  const all = [...chunks]
  const named = all.flatMap(({ fileName, code, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
    ...assets.filter((asset) => code.includes(asset)),
  ])
  return [...new Set(named)].map((file) => `/${file}`)
}

const isEntry = ({ facadeModuleId }: Chunk): boolean => facadeModuleId === resolveHere('index.html')

/** What the worker keeps: for everybody the frame, and for each role what its pages add. */
const listFiles = (bundle: Bundle) => {
  const chunks = listChunks(bundle)
  const closureOf = makeChunkClosure(chunks, 'role-pages.json')
  const code = new Set(chunks.map(({ fileName }) => fileName))
  const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/') && !code.has(file) && !/\.(css|map)$/.test(file))
  const frame = closureOf('index.html')
  for (const page of pages.visitor) closureOf(page, { seen: frame })
  const shell = filesOf(frame, assets)
  const roles = (['rider', 'driver', 'fleetadmin', 'admin'] as const).map((role) => {
    // the entry fetches the pages of everybody
    const seen = new Set(chunks.filter(isEntry))
    for (const page of [...pages.everybody, ...pages[role]]) closureOf(page, { seen, whole: true })
    // the chunk of the map, which all have, may fetch the desk's card of a driver
    const own = [...seen].filter(({ name }) => role === 'admin' || role === 'fleetadmin' || !isDesks(name))
    return [role, filesOf(own, assets).filter((file) => !shell.includes(file))]
  })
  return { entry: `/${chunks.find(isEntry)?.fileName}`, shell, roles: Object.fromEntries(roles) as Record<string, string[]> }
}

const mark = 'const built = null'

export const addOfflineFiles = (): Plugin => {
  let outDir = ''
  return {
    name: 'wayfare:offline-files',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir)
    },
    writeBundle: (_options, bundle) => {
      const path = join(outDir, 'sw.js')
      const worker = readFileSync(path, 'utf8')
      if (!worker.includes(mark)) throw new Error(`public/sw.js has no line "${mark}" to be filled`)
      writeFileSync(
        path,
        worker.replace(mark, () => `const built = ${JSON.stringify(listFiles(bundle))}`),
      )
    },
  }
}
