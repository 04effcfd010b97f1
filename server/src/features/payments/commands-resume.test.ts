import { topUpWallet } from '@wayfare/contract/payments'
import { saveProviderKeys } from '@wayfare/contract/payments-admin'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { resumeSome } from './commands-resume.ts'

const { provider, count } = makeFakeProvider('paypal')
const app = await startApp({ services: { payments: [provider] } })
const admin = await app.make.admin()
const keys = { secretKey: 'sk_test_abcdefgh_WXYZ', webhookSecret: 'whsec_abcdefgh_1234' }
const saveKeys = () => app.call(saveProviderKeys, { name: 'paypal', mode: 'sandbox', keys }, { as: admin })

const waiting = async (): Promise<{ checks: number; batches: number }> => {
  const { rows } = await sql<{ checks: number; batches: number }>`
    select count(*) filter (where key like 'payment:copy%')::int as checks, count(*) filter (where key like 'resume:%')::int as batches
    from graphile_worker.jobs`.execute(app.db)
  return rows[0] ?? { checks: 0, batches: 0 }
}

const asked = () => Array.from({ length: 130 }, (_, n) => count('fetchStatus', `copy${n + 1}`))

test('new keys are saved at once, however many payments wait for them: those are asked about some at a time', async () => {
  await saveKeys()
  await app.runJobs({ early: true })
  const { payment } = await app.call(topUpWallet, { amount: '50', provider: 'paypal' }, { as: await app.make.rider() })
  await sql`insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', 'copy' || n, 'status', 'expired',
    'problem', 'keys_refused', 'provider_ref', null, 'next_check_at', null, 'request_key', 'copy' || n))).* from payment p, generate_series(1, 130) n
    where p.id = ${payment.id}`.execute(app.db)
  await app.runJobs({ early: true })
  expect(new Set(asked())).toEqual(new Set([0]))
  await saveKeys()
  expect(await waiting()).toEqual({ checks: 0, batches: 2 })
  await resumeSome(app.deps, { what: 'checks', provider: 'paypal', mode: 'sandbox', after: '' })
  expect(await waiting()).toEqual({ checks: 100, batches: 2 })
  await app.runJobs({ early: true })
  expect(new Set(asked())).toEqual(new Set([1]))
})
