// Promise: which version of Wayfare runs, and of which commit it was made where that is known; read once, from the tree itself.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `commit` is null where the tree has no history, as in a package without WAYFARE_COMMIT. */
export type Release = { version: string; commit: string | null }

const root = fileURLToPath(new URL('../../..', import.meta.url))

const readText = (...parts: string[]): string | null => {
  const path = join(...parts)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** A second tree of one repository has a file in the place of the folder, which says where that is. */
const findGitDir = (tree: string): string | null => {
  const path = join(tree, '.git')
  if (!existsSync(path)) return null
  return statSync(path).isDirectory()
    ? path
    : resolve(
        tree,
        readFileSync(path, 'utf8')
          .replace(/^gitdir:/, '')
          .trim(),
      )
}

const findRef = (gitDir: string, name: string): string | null => {
  const shared = resolve(gitDir, readText(gitDir, 'commondir') ?? '.')
  const loose = readText(gitDir, name) ?? readText(shared, name)
  const packed = readText(shared, 'packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${name}`))
  return loose ?? packed?.split(' ')[0] ?? null
}

/** The commit that is checked out in a tree, without Git itself; a tree of what runs has it in a file. @internal */
export const findCommit = (tree: string): string | null => {
  try {
    const gitDir = findGitDir(tree)
    const head = gitDir ? readText(gitDir, 'HEAD') : readText(tree, 'COMMIT')
    const commit = gitDir && head?.startsWith('ref: ') ? findRef(gitDir, head.slice(5)) : head
    return commit && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null
  } catch {
    return null
  }
}

export const readVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { version: string }).version

export const readRelease = (given: string | null): Release => ({ version: readVersion(), commit: given ?? findCommit(root) })
