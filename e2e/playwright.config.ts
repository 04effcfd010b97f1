// Browser tests against the real built product: one server on a free port, one browser, no second tries.
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findFreePort } from './free-port.ts'

type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const findBrowser = async (): Promise<Browser> => {
  const script = new URL('../scripts/browser.mjs', import.meta.url).href
  const module = (await import(script)) as { findBrowser: () => Promise<Browser> }
  return module.findBrowser()
}

// The first process to read this file decides; its workers inherit the answers.
process.env['WAYFARE_E2E_PORT'] ??= String(await findFreePort())
const browser = await findBrowser()
process.env['WAYFARE_BROWSER'] ??= JSON.stringify(browser)

export default defineConfig({
  testDir: '.',
  // the robots come last: they leave their accounts online
  projects: [
    { name: 'people', testMatch: '*.spec.ts', testIgnore: 'robots.spec.ts' },
    { name: 'robots', testMatch: 'robots.spec.ts' },
  ],
  outputDir: here('../test-results/e2e'),
  globalSetup: here('./global-setup.ts'),
  reporter: [['list'], ['json', { outputFile: here('../test-results/e2e.json') }]],
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${process.env['WAYFARE_E2E_PORT']}`,
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...(process.env as Record<string, string>), ...browser.env },
    },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: process.env['WAYFARE_E2E_TRACE'] ? 'on' : 'off',
  },
})
