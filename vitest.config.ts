import { defineConfig } from 'vitest/config'

// Node is given these too, for require() as well: 'import' among them would hand CommonJS packages a module they cannot use
const source = { conditions: ['source', 'node'] }

// What is waited for may be slow on a busy machine; what never comes costs this once.
const patience = { timeout: 15_000 }

/**
 * Four kinds of tests, run together by `npm test`; `vitest run --project core` runs one. Modules are loaded once for each worker,
 * not for each file, which was a third of the time: they keep no state, so no file notices another.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: source,
        ssr: { resolve: source },
        test: {
          name: 'core',
          isolate: false,
          include: [
            'core/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'citymap/src/**/*.test.ts',
            'sim/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          testTimeout: 60_000,
        },
      },
      {
        resolve: source,
        ssr: { resolve: source },
        test: {
          name: 'server',
          isolate: false,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: patience },
        },
      },
      {
        resolve: { conditions: ['source', 'browser', 'import', 'module', 'default'] },
        test: {
          name: 'web',
          isolate: false,
          include: ['web/{src,test}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/test-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: patience },
        },
      },
    ],
  },
})
