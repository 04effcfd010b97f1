// Lays a .br and a .gz beside each built file that is worth it; the server sends them as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const isText = (name: string): boolean => /\.(js|css|svg)$/.test(name)

/** The best level of brotli takes seconds for the map, and 2 % less than the one before it. */
const brotli = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: body.length > 400_000 ? 9 : 11 } })
const zipped = (body: Buffer): Promise<Buffer> => promisify(gzip)(body, { level: 9 })

const layBeside = async (path: string): Promise<void> => {
  const body = await readFile(path)
  if (body.length < 1200) return
  await Promise.all([
    brotli(body).then((small) => writeFile(`${path}.br`, small)),
    zipped(body).then((small) => writeFile(`${path}.gz`, small)),
  ])
}

export const addCompressed = (): Plugin => {
  let outDir = ''
  return {
    name: 'wayfare:compressed',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const names = await readdir(outDir, { recursive: true })
      await Promise.all(names.filter(isText).map((name) => layBeside(join(outDir, name))))
    },
  }
}
