// Where tests put what they throw away: databases, products, browsers' profiles. In memory where that has room, since each of several
// hundred databases is a thousand small files, which a disk takes ten times as long to make.
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** Bytes that a whole run may take, a copy with its packages among them. */
const most = 6 * 1024 ** 3

/** A folder that holds programs which may not be run serves no test that installs some. */
const mayRun = (folder, mounts) => {
  const its = mounts.split('\n').find((line) => line.split(' ')[1] === folder)
  return its !== undefined && !its.split(' ')[3].split(',').includes('noexec')
}

const measureMemory = () => {
  const { bavail, bsize } = statfsSync(inMemory)
  accessSync(inMemory, constants.W_OK)
  return {
    folder: bavail * bsize,
    // what a container leaves, where it is one
    machine: process.availableMemory?.() ?? freemem(),
    mounts: readFileSync('/proc/mounts', 'utf8'),
  }
}

/** The parent of all that is thrown away. The folder takes from the memory that the tests themselves need. @internal */
export const chooseParent = (measure = measureMemory) => {
  try {
    const { folder, machine, mounts } = measure()
    return folder >= most && machine >= 2 * most && mayRun(inMemory, mounts) ? inMemory : tmpdir()
  } catch {
    // no Linux, or a container without such a folder
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

/** What runs left that were killed; another user's is not ours to remove. */
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

/** A folder of one's own there until the process ends. PostgreSQL enters it too, as another user where the tests run as root. */
export const makeScratch = (parent = chooseParent()) => {
  clearLeft(parent)
  const folder = mkdtempSync(join(parent, `wayfare-test-${process.pid}-`))
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
