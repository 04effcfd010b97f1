// Scratch folders for tests' databases, products and browser profiles. In memory if there is room, since each of several hundred
// databases is a thousand small files, which take ten times as long to create on a disk.
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** Bytes that a whole run may take, including a copy with its packages. */
const most = 6 * 1024 ** 3

/** True if programs in the folder may be executed (no noexec mount), which tests that install some need. */
const mayRun = (folder, mounts) => {
  const its = mounts.split('\n').find((line) => line.split(' ')[1] === folder)
  return its !== undefined && !its.split(' ')[3].split(',').includes('noexec')
}

const measureMemory = () => {
  const { bavail, bsize } = statfsSync(inMemory)
  accessSync(inMemory, constants.W_OK)
  return {
    folder: bavail * bsize,
    // respects a container's limit
    machine: process.availableMemory?.() ?? freemem(),
    mounts: readFileSync('/proc/mounts', 'utf8'),
  }
}

/** Chooses the parent of all scratch folders. One in memory competes with the tests for memory. @internal */
export const chooseParent = (measure = measureMemory) => {
  try {
    const { folder, machine, mounts } = measure()
    return folder >= most && machine >= 2 * most && mayRun(inMemory, mounts) ? inMemory : tmpdir()
  } catch {
    // not Linux, or a container without such a folder
    return tmpdir()
  }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes what killed runs left behind, except other users' folders. */
const clearLeft = (parent) => {
  for (const name of readdirSync(parent)) {
    const pid = /^wayfare-test-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
    }
  }
}

/** Makes a scratch folder that lasts until the process ends. PostgreSQL needs access too, as another user under root. */
export const makeScratch = (parent = chooseParent()) => {
  clearLeft(parent)
  const folder = mkdtempSync(join(parent, `wayfare-test-${process.pid}-`))
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
