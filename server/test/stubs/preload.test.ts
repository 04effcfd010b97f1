import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { startApple } from './apple.ts'

const apple = await startApple()
afterAll(() => apple.close())

it('sends a process that loads it to the stubs, by the names of the providers', async () => {
  const preload = fileURLToPath(new URL('preload.mjs', import.meta.url))
  const script = "fetch('https://appleid.apple.com/auth/keys').then((answer) => answer.text()).then((text) => console.log(text))"
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', preload, '--eval', script], {
    env: { ...process.env, WAYFARE_STUB_APPLE: String(apple.port) },
  })
  expect(JSON.parse(stdout)).toMatchObject({ keys: [{ kid: apple.keys()[0]?.kid, use: 'sig' }] })
  expect(apple.log).toEqual(['appleid.apple.com /auth/keys'])
})
