import { expect, test } from 'vitest'
import { makeOutage, type OutageCode } from '../adapters/ports.ts'
import { addBreaker } from './breaker.ts'

const start = () => {
  const clock = { ms: 0 }
  const calls: string[] = []
  const state: { outage: OutageCode | null } = { outage: 'unavailable' }
  const service = addBreaker<string>(
    {
      send: async (message) => {
        calls.push(message)
        if (state.outage) throw makeOutage(state.outage, 'no')
      },
    },
    () => new Date(clock.ms),
  )
  const send = (message: string): Promise<string> =>
    service.send(message).then(
      () => 'sent',
      (error: { outage: string }) => error.outage,
    )
  return { clock, calls, state, send }
}

test('a service that failed three times in a row is left alone for twenty seconds', async () => {
  const { clock, calls, send } = start()
  for (const message of ['1', '2', '3', '4', '5']) expect(await send(message)).toBe('unavailable')
  expect(calls).toEqual(['1', '2', '3'])
  clock.ms += 19_999
  expect(await send('6')).toBe('unavailable')
  expect(calls).toHaveLength(3)
})

test('then one call tries it, while the others still do not wait', async () => {
  const { clock, calls, state, send } = start()
  for (const message of ['1', '2', '3']) await send(message)
  clock.ms += 20_000
  const tries = await Promise.all([send('4'), send('5')])
  expect([tries, calls]).toEqual([
    ['unavailable', 'unavailable'],
    ['1', '2', '3', '4'],
  ])
  clock.ms += 20_000
  state.outage = null
  expect([await send('6'), await send('7')]).toEqual(['sent', 'sent'])
})

test('a clock that is set back an hour meanwhile does not make an hour of it', async () => {
  const { clock, calls, state, send } = start()
  clock.ms = 10 * 3_600_000
  for (const message of ['1', '2', '3']) await send(message)
  clock.ms -= 3_600_000
  state.outage = null
  expect(await send('4')).toBe('sent')
  expect(calls).toEqual(['1', '2', '3', '4'])
})

test('after it worked again it takes three failures anew', async () => {
  const { state, calls, send } = start()
  await send('1')
  await send('2')
  state.outage = null
  await send('3')
  state.outage = 'quota'
  await send('4')
  await send('5')
  await send('6')
  await send('7')
  expect(calls).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('messages that are refused for good say nothing against the service', async () => {
  const { state, calls, send } = start()
  state.outage = 'refused'
  for (const message of ['1', '2', '3', '4', '5']) expect(await send(message)).toBe('refused')
  expect(calls).toHaveLength(5)
})
