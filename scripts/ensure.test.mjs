import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('ends the programs it runs before a signal ends it', async () => {
  const ensure = new URL('ensure.mjs', import.meta.url).href
  const sleeper = 'console.error(process.pid); setTimeout(() => {}, 60000)'
  const program = `import { run } from '${ensure}'
    await run(process.execPath, ['-e', ${JSON.stringify(sleeper)}], { stdio: ['ignore', 'pipe', 'inherit'] })`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'inherit', 'pipe'] })
  const [said] = await once(parent.stderr, 'data')
  const pid = Number(String(said))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGTERM')
  expect(await once(parent, 'exit')).toEqual([null, 'SIGTERM'])
  expect(isAlive(pid)).toBe(false)
})
