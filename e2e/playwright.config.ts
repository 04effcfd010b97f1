// Browser tests against the real built product: two servers on free ports, each with a part of the tests. A test that fails has one second
// try; the run tells which needed it, and fails by itself when more than two did.
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { readParts } from './parts.ts'

type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const findBrowser = async (): Promise<Browser> => {
  const script = new URL('../scripts/browser.mjs', import.meta.url).href
  const module = (await import(script)) as { findBrowser: () => Promise<Browser> }
  return module.findBrowser()
}

// The first process to read this file decides; its workers inherit the answers.
const parts = await readParts()
const browser = await findBrowser()
process.env['WAYFARE_BROWSER'] ??= JSON.stringify(browser)

export default defineConfig({
  testDir: '.',
  projects: parts.map(({ name, files, origin }) => ({ name, ...files, workers: 1, use: { baseURL: origin } })),
  outputDir: here('../test-results/e2e'),
  globalSetup: here('./global-setup.ts'),
  reporter: [['list'], ['json', { outputFile: here('../test-results/e2e.json') }]],
  workers: parts.length,
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
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
