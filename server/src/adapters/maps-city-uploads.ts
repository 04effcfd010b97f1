// Extracts on their way from a page to the disk, part after part, so that no request is long. What was left half is swept at a start.
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { getMapsDir } from '@wayfare/citymap/dataset'
import type { CityUploads } from './ports-cities.ts'

const prefix = '.upload-'
/** The city that is built of a file takes about as much again. */
const roomFor = 2.5

const sweep = (dir: string): void => {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) if (name.startsWith(prefix)) rmSync(join(dir, name), { force: true })
}

export const makeCityUploads = (dataDir: string): CityUploads => {
  const dir = getMapsDir(dataDir)
  let upload: { id: string; name: string; path: string; bytes: number; received: number } | null = null
  sweep(dir)
  const drop = (): void => {
    if (upload) rmSync(upload.path, { force: true })
    upload = null
  }
  return {
    begin: (name, bytes) => {
      drop()
      mkdirSync(dir, { recursive: true })
      const { bavail, bsize } = statfsSync(dir)
      if (bavail * bsize < bytes * roomFor) return null
      const id = randomBytes(9).toString('base64url')
      upload = { id, name, path: join(dir, `${prefix}${id}.osm.pbf`), bytes, received: 0 }
      writeFileSync(upload.path, '')
      return id
    },
    add: (id, offset, part) => {
      if (upload?.id !== id || offset + part.length > upload.bytes) return null
      // the answer to it was lost, and it comes again
      if (offset + part.length === upload.received) return upload.received
      if (offset !== upload.received) return null
      appendFileSync(upload.path, part)
      upload.received += part.length
      return upload.received
    },
    find: (id) => {
      if (upload?.id !== id || upload.received !== upload.bytes || statSync(upload.path).size !== upload.bytes) return null
      const { path, name } = upload
      // it is the build's from now on
      upload = null
      return { path, name }
    },
    drop,
  }
}
