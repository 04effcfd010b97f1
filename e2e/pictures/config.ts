// Takes the pictures of docs/PICTURES.md: with the tests' runner and browser, and no test among them.
import tests from '../playwright.config.ts'

const { projects: _projects, globalSetup: _globalSetup, ...base } = tests

const config = { ...base, testMatch: 'take.ts', workers: 1, timeout: 240_000, reporter: 'list' }

// Playwright looks for the name `default` here.
export { config as default }
