import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { checkNode } from './ensure.mjs'

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

it('refuses an old Node in one sentence, and no newer one', () => {
  expect(() => checkNode('18.20.1')).toThrow('Wayfare needs Node 20.19 or later, and this is Node 18.20.1')
  expect(() => checkNode('20.18.3')).toThrow('20.19')
  for (const version of ['20.19.0', '22.1.0', '24.0.0']) checkNode(version)
})
