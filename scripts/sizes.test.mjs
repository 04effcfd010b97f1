import { expect, test } from 'vitest'
import { limits, linesOf, measure } from './sizes.mjs'

const lazy = (name, file, more = {}) => ({ file, name, isDynamicEntry: true, ...more })

const pageKeys = [
  'src/public-layout.tsx',
  'src/app-layout.tsx',
  'src/features/public/home-page.tsx',
  'src/features/auth/login-page.tsx',
  'src/features/driver/tasks-page.tsx',
]

const manifest = {
  'index.html': { file: 'index.js', css: ['index.css'], imports: ['_core.js'], dynamicImports: pageKeys },
  '_core.js': { file: 'core.js' },
  '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  '_map.js': { file: 'map.js', name: 'map-lib' },
  'src/public-layout.tsx': lazy('public-layout', 'layout.js', { imports: ['index.html', '_shared.js'] }),
  'src/app-layout.tsx': lazy('app-layout', 'app.js', { imports: ['index.html'], css: ['app.css'] }),
  'src/features/public/home-page.tsx': lazy('home-page', 'home.js', { imports: ['_shared.js'], css: ['home.css'] }),
  'src/features/auth/login-page.tsx': lazy('login-page', 'login.js', { imports: ['_core.js'] }),
  'src/features/driver/tasks-page.tsx': lazy('tasks-page', 'tasks.js', {
    imports: ['_shared.js', '_map.js', 'src/app-layout.tsx'],
    dynamicImports: ['src/shared/offer-dialog.tsx'],
  }),
  'src/shared/offer-dialog.tsx': lazy('offer-dialog', 'offer.js', { imports: ['_shared.js', '_core.js'] }),
}

const bytes = {
  'index.js': 100_000,
  'index.css': 9000,
  'core.js': 50_000,
  'shared.js': 20_000,
  'shared.css': 3000,
  'layout.js': 10_000,
  'app.js': 30_000,
  'app.css': 40_000,
  'home.js': 5000,
  'home.css': 2000,
  'login.js': 31_000,
  'tasks.js': 45_000,
  'map.js': 300_000,
  'offer.js': 7000,
}

const pages = { '/': 'src/features/public/home-page.tsx', '/login': 'src/features/auth/login-page.tsx' }
const sizeOf = (file) => bytes[file]

test('a first load is the entry, the layout and the page with all they import, each file once', () => {
  expect(measure(manifest, pages, sizeOf).first).toEqual([
    { path: '/', js: 185_000, css: 14_000 },
    { path: '/login', js: 211_000, css: 12_000 },
  ])
})

test('a lazy page is what it adds to its frame, a dialog what it adds to its page, without the map', () => {
  const added = Object.fromEntries(measure(manifest, pages, sizeOf).lazy.map(({ path, js }) => [path, js]))
  expect(added).toEqual({
    'features/driver/tasks-page.tsx': 65_000,
    'app-layout.tsx': 30_000,
    'public-layout.tsx': 30_000,
    'features/auth/login-page.tsx': 31_000,
    'features/public/home-page.tsx': 5000,
    'shared/offer-dialog.tsx': 7000,
  })
})

test('what is above its limit fails, what is at the limit passes', () => {
  const verdicts = linesOf(measure(manifest, pages, sizeOf)).filter(({ isGood }) => !isGood)
  expect(verdicts.map(({ text }) => text.replaceAll(/ +/g, ' '))).toEqual([
    'FAILED /login script 211.0 of 198 kB',
    'FAILED + features/driver/tasks-page.tsx 65.0 of 60 kB',
  ])
  const atLimit = { first: [{ path: '/', js: limits.js, css: limits.css }], lazy: [{ path: 'x', js: limits.lazy }] }
  expect(linesOf(atLimit).every(({ isGood }) => isGood)).toBe(true)
})

test('a page that the build does not have is named', () => {
  expect(() => measure(manifest, { '/': 'src/features/public/gone-page.tsx' }, sizeOf)).toThrow(/gone-page/)
})
