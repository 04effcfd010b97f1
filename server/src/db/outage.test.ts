import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeTestLog } from '../../test/log.ts'
import { makeOutageLog } from './outage.ts'

const begun = 'the database does not answer: what needs it waits'
const over = 'the database answers again'
const broken = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

const start = () => {
  const { log, lines } = makeTestLog()
  const outage = makeOutageLog(log, { lookEveryMs: 20, aftermathMs: 300 })
  const is = { up: true, asked: 0 }
  const ping = async () => {
    is.asked += 1
    if (!is.up) throw broken()
  }
  const said = () => lines.filter(({ level }) => level !== 'debug').map(({ message }) => message)
  return { ...outage, ping, is, lines, said }
}

it('passes on what met a connection that broke by itself, by its reason and without a stack', async () => {
  const { log, watch, ping, lines } = start()
  watch(ping)
  log.warn({ err: broken(), reader: 'settings' }, 'events cannot be read now')
  await pause(10)
  expect(lines).toEqual([
    {
      level: 'warn',
      fields: { err: undefined, reason: 'connect ECONNREFUSED', reader: 'settings' },
      message: 'events cannot be read now',
    },
  ])
})

it('says one line while nothing answers and one when it does, and nothing of who hung until then', async () => {
  const { log, watch, ping, is, said } = start()
  watch(ping)
  is.up = false
  for (let i = 0; i < 5; i += 1) log.warn({ err: broken() }, 'the database did not serve this request')
  await expect.poll(() => is.asked).toBeGreaterThan(3)
  for (let i = 0; i < 5; i += 1) log.warn({ err: broken() }, 'the database did not serve this request')
  expect(said()).toEqual([begun])
  is.up = true
  await expect.poll(said).toEqual([begun, over])
  const asked = is.asked
  log.warn({ err: broken() }, 'a job failed and will be tried again')
  await expect.poll(() => is.asked).toBe(asked + 1)
  await pause(350)
  expect(said()).toEqual([begun, over])
  log.warn({ err: broken() }, 'a database connection broke')
  await expect.poll(said).toEqual([begun, over, 'a database connection broke'])
})

it('says what is no trouble of the connection, and errors, in any case', async () => {
  const { log, watch, ping, is, said } = start()
  watch(ping)
  is.up = false
  log.warn({ err: broken() }, 'the database did not serve this request')
  await expect.poll(said).toContain(begun)
  log.warn({ err: new Error('no') }, 'a file is gone')
  log.error({ err: broken() }, 'a job has used up its tries')
  expect(said()).toEqual([begun, 'a file is gone', 'a job has used up its tries'])
})

it('says everything before it watches and after, and does not say of a stop that the database is back', async () => {
  const { log, watch, ping, is, said } = start()
  log.warn({ err: broken() }, 'before')
  const unwatch = watch(ping)
  is.up = false
  log.warn({ err: broken() }, 'meanwhile')
  await expect.poll(said).toContain(begun)
  unwatch()
  await pause(100)
  log.warn({ err: broken() }, 'after')
  expect(said()).toEqual(['before', begun, 'after'])
})
