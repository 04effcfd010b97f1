// A place set on the map below a pin: it stays where it was put, and its address is asked for once.
import { valand } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { t } from './texts.ts'

const { lat: latitude, lng: longitude } = valand

test('a phone that is turned keeps the place under the pin, and no address is asked for twice', async ({ open, people }) => {
  const page = await open(people.rider[2] ?? null, {
    viewport: phone,
    permissions: ['geolocation'],
    geolocation: { latitude, longitude },
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: new RegExp(`^${t('pickup')}`) })).toContainText(valand.name)
  await page.getByRole('button', { name: new RegExp(`^${t('destination')}`) }).click()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/places/reverse') && asked.push(request.url())))
  await page.getByRole('option', { name: t('place_set_on_map') }).click()
  const confirm = page.getByRole('button', { name: t('place_map_confirm') })
  const map = page.getByRole('dialog').filter({ has: confirm })
  await expect(confirm).toBeEnabled()
  const address = (await map.getByRole('status').textContent()) ?? ''
  const canvas = map.locator('canvas')
  for (const [width, height] of [
    [phone.height, phone.width],
    [phone.width, phone.height],
  ] as const) {
    const before = await canvas.evaluate(({ clientHeight }) => clientHeight)
    await page.setViewportSize({ width, height })
    await expect(canvas).not.toHaveJSProperty('clientHeight', before)
  }
  await expect.poll(() => page.evaluate(() => Reflect.get(window, '__mapIdle'))).toBe(true)
  await expect(map.getByRole('status')).toHaveText(address)
  await expect(confirm).toBeEnabled()
  expect(new Set(asked).size, asked.join(' ')).toBe(asked.length)
})

test('in Arabic an address that is written from left to right stands where the page begins', async ({ open, people }) => {
  const langLocale = 'ar'
  const page = await open(people.rider[2] ?? null, {
    viewport: phone,
    langLocale,
    permissions: ['geolocation'],
    geolocation: { latitude, longitude },
  })
  await page.goto('/')
  const destination = new RegExp(`^${t('destination', {}, langLocale)}`)
  await page.getByRole('button', { name: destination }).click()
  await page.getByRole('option', { name: t('place_set_on_map', {}, langLocale) }).click()
  const confirm = page.getByRole('button', { name: t('place_map_confirm', {}, langLocale) })
  await expect(confirm).toBeEnabled()
  const address = page.getByRole('dialog').filter({ has: confirm }).getByRole('status')
  expect(await address.textContent()).toMatch(/^[a-zåäö]/i)
  const gapToStart = await address.evaluate((line) => {
    const text = document.createRange()
    text.selectNodeContents(line)
    return line.getBoundingClientRect().right - text.getBoundingClientRect().right
  })
  expect(gapToStart).toBeLessThan(2)
})
