// A ride paid at PayFast, which takes rand only: in a town of its own that counts in them.
import { getPayment } from '@wayfare/contract/payments'
import { proveLedger } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import { call } from './api.ts'
import { expect, test as base } from './fixtures.ts'
import { findFreePort } from './free-port.ts'
import { enterPeople, type People } from './people.ts'
import { startProduct } from './product.ts'
import { startPayfast } from './providers.ts'
import { payingOf, rideToPay } from './rider-steps.ts'
import { like, t } from './texts.ts'

type Town = { origin: string; people: People }

const test = base.extend<object, { town: Town }>({
  town: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const payfast = await startPayfast()
      const origin = `http://127.0.0.1:${await findFreePort()}`
      const product = await startProduct(origin, payfast.launch)
      try {
        await use({ origin, people: await enterPeople(origin) })
      } finally {
        await product.stop()
        await payfast.stop()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ town }, use) => use(town.origin),
  people: ({ town }, use) => use(town.people),
})

test('a ride is paid on PayFast’s page; ours says so from the database, and its receipt opens', async ({
  open,
  people,
  byHand,
  origin,
  watch,
}) => {
  // the page of the stub has no picture of its own
  watch.allow(/favicon/)
  const [rider] = people.rider
  const page = await open(rider ?? null)
  const id = await rideToPay(page, byHand(0))
  const dialog = payingOf(page)
  await dialog.getByRole('radio', { name: 'Payfast' }).check({ force: true })
  const amount = /R\s?[\d.,]+/.exec((await dialog.getByRole('button', { name: like('pay_amount') }).textContent()) ?? '')?.[0]
  await dialog.getByRole('button', { name: like('pay_amount') }).click()
  const asked = Number(await page.locator('#amount').textContent())
  expect(asked).toBeCloseTo(Number((amount ?? '').replaceAll(/[^\d.]/g, '')), 2)

  // declined there, nothing is paid here, and the next try is another
  await page.locator('#decline').click()
  await page.locator('#cancel').click()
  await expect(page.getByRole('heading', { name: t('payment_failed_title') })).toBeVisible()
  await page.getByRole('button', { name: t('try_again') }).click()
  await dialog.getByRole('radio', { name: 'Payfast' }).check({ force: true })
  await dialog.getByRole('button', { name: like('pay_amount') }).click()
  await page.locator('#pay').click()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()
  const paymentId = asId<'payment'>(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(await call(origin, getPayment, { id: paymentId }, rider?.token)).toMatchObject({
    status: 'paid',
    provider: 'payfast',
    currency: 'ZAR',
    settledAs: 'booking',
    amount: asked.toFixed(2),
  })

  await page.getByRole('link', { name: t('payment_see_receipt') }).click()
  const receipt = page.getByRole('article', { name: t('receipt_title') })
  await expect(receipt).toContainText(id)
  await expect(receipt).toContainText('Payfast')
  const pdf = page.waitForEvent('download')
  await page.getByRole('button', { name: t('receipt_pdf') }).click()
  expect((await pdf).suggestedFilename()).toBe(`receipt-${id}.pdf`)
  expect((await call(origin, proveLedger, {}, people.admin[0]?.token)).balancesAgree).toBe(true)
})
