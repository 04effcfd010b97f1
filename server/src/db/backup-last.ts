// Promise: when the newest backup of a folder was made, how large it is and whether it is encrypted is read from the folder alone.
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isEncrypted } from './backup-chunks.ts'
import { takenAt } from './backup-file.ts'

/** `at` in epoch ms. */
type LastBackup = { at: number; bytes: number; isEncrypted: boolean }

const headBytes = 64

/** Null where there is none, or no folder. */
export const readLastBackup = async (folder: string): Promise<LastBackup | null> => {
  const names = await readdir(folder).catch((): string[] => [])
  const newest = names
    .filter((name) => takenAt(name) !== null)
    .toSorted()
    .at(-1)
  if (newest === undefined) return null
  const file = await open(join(folder, newest))
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const { size } = await file.stat()
    return { at: takenAt(newest) ?? 0, bytes: size, isEncrypted: isEncrypted(buffer.subarray(0, bytesRead)) }
  } finally {
    await file.close()
  }
}
