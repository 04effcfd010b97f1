// What every test has: the demo people, clean streets, windows that are signed in, and an eye on the console.
import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { createBooking, quoteBooking, type BookingView } from '@wayfare/contract/bookings'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { valand, type Place } from './city.ts'
import { clearStreets } from './clean-streets.ts'
import { makeHandDriver, type HandDriver } from './hand-driver.ts'
import { readPeople, type People, type Person } from './people.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

export type WindowOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'permissions' | 'geolocation' | 'hasTouch' | 'isMobile'
> & {
  /** the language chosen earlier in this browser */
  langLocale?: string
}

export type Watch = {
  /** a console line that this test brings about on purpose, such as the browser's own note of a refused call */
  allow: (pattern: RegExp) => void
}

type Console = Watch & { follow: (page: Page) => void; told: () => string[] }

/** Writes down every console error and every exception of every page. */
const makeConsole = (origin: string): Console => {
  // a trip may end between the page's question where the driver is and its answer
  const allowed: RegExp[] = [/status of 422 .*\/tracking\)$/]
  const lines: string[] = []
  return {
    allow: (pattern) => allowed.push(pattern),
    follow(page) {
      page.on('console', (message) => {
        if (message.type() === 'error') lines.push(`${message.text()} (${message.location().url.replace(origin, '')})`)
      })
      page.on('pageerror', (error) => lines.push(`${error.name}: ${error.message}\n${error.stack ?? ''}`))
    },
    told: () => lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  }
}

/** A dialog that closes takes its entry out of the history a moment later, which aborts the load of a page meanwhile: it is loaded again. */
const retryAbortedLoads = (page: Page): Page => {
  const load = page.goto.bind(page)
  page.goto = (...where) =>
    load(...where).catch((error: unknown) => {
      if (!String(error).includes('net::ERR_ABORTED')) throw error
      return load(...where)
    })
  return page
}

const openWindow = async (browser: Browser, origin: string, person: Person | null, options: WindowOptions): Promise<Page> => {
  const { langLocale, ...rest } = options
  const context = await browser.newContext({
    baseURL: origin,
    viewport: desktop,
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce',
    ...rest,
  })
  if (person) await context.addCookies([{ ...person.cookie, url: origin, httpOnly: true, sameSite: 'Lax' }])
  if (langLocale) await context.addInitScript((locale) => localStorage.setItem('wayfare.locale', locale), langLocale)
  return retryAbortedLoads(await context.newPage())
}

export type Fixtures = {
  origin: string
  people: People
  /** opens a window of one's own: signed in as the person, or as a visitor */
  open: (person: Person | null, options?: WindowOptions) => Promise<Page>
  /** a demo driver by number, driven over the API */
  byHand: (number: number) => HandDriver
  /** driver 0, online at Valand, to whom riders give no code */
  onDuty: HandDriver
  /** another driver of the same car type as driver 0 */
  colleague: HandDriver
  /** a rider by number books over the API, in the car type of driver 0 */
  bookFor: (number: number, way: { from: Place; to: Place }) => Promise<BookingView>
  /** the window of an admin, who may change the settings: after the test they are as before */
  desk: Page
  watch: Watch
}

export const test = base.extend<Fixtures & { console: Console; clean: void }>({
  origin: ({ baseURL }, use) => use(baseURL ?? ''),
  people: ({ origin }, use) => use(readPeople(origin)),
  console: async ({ origin }, use) => {
    const console = makeConsole(origin)
    await use(console)
    expect(console.told(), 'the console stays free of errors').toEqual([])
  },
  watch: ({ console }, use) => use(console),
  desk: async ({ origin, people, open }, use) => {
    const [admin] = people.admin
    const { settings } = await call(origin, getAllSettings, {}, admin?.token)
    await use(await open(admin ?? null))
    await call(origin, saveSettings, settings, admin?.token)
  },
  clean: [
    async ({ origin, people }, use) => {
      await clearStreets(origin, people)
      await use()
    },
    { auto: true },
  ],
  open: async ({ browser, origin, console }, use) => {
    const pages: Page[] = []
    await use(async (person, options = {}) => {
      const page = await openWindow(browser, origin, person, options)
      console.follow(page)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  byHand: ({ origin, people }, use) =>
    use((number) => {
      const person = people.driver[number]
      if (!person) throw new Error(`there is no demo driver number ${number}`)
      return makeHandDriver(origin, person)
    }),
  onDuty: async ({ origin, people, desk, byHand }, use) => {
    await call(origin, saveSettings, { otpSecure: false }, people.admin[0]?.token)
    await desk.close()
    const hand = byHand(0)
    await hand.goOnline(valand)
    await use(hand)
  },
  colleague: ({ origin, people }, use) => {
    const [first, ...others] = people.driver
    const person = others.find(({ carType }) => carType === first?.carType)
    if (!person) throw new Error('no two of the demo drivers drive the same car type')
    return use(makeHandDriver(origin, person))
  },
  bookFor: ({ origin, people, byHand }, use) =>
    use(async (number, { from, to }) => {
      const { carType } = await byHand(0).me()
      if (!carType) throw new Error('driver 0 has no car type')
      const [pickup, drop] = [from, to].map(({ lat, lng, name }) => ({ lat, lng, add: name }))
      if (!pickup || !drop) throw new Error('a way has two ends')
      const { quote, estimateFare } = await call(origin, quoteBooking, { pickup, drop, carType })
      return call(origin, createBooking, { quote, estimateFare }, people.rider[number]?.token)
    }),
})

/** As long as those of a city are: 45 characters and more, of which a phone shows a part. */
export const longAddress = (name: string): string => `${name}, Nordhemsgatan 17B, Linnéstaden, Göteborg 411 23`.slice(0, 60)

const narrowest = 320

/** The page does not scroll sideways, once it has found its layout; on a phone neither on the smallest there is. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overhang, { message: 'no horizontal scroll' }).toBeLessThanOrEqual(0)
  const viewport = page.viewportSize()
  if (!viewport || viewport.width > phone.width) return
  await page.setViewportSize({ ...viewport, width: narrowest })
  await expect.poll(overhang, { message: `no horizontal scroll at ${narrowest} px` }).toBeLessThanOrEqual(0)
  await page.setViewportSize(viewport)
}

export { expect }
