import { expect, test } from 'vitest'
import { limits, linesOf, measure } from './sizes.mjs'

const chunk = (name, more = {}) => ({ file: `${name}.js`, name, ...more })

const manifest = {
  'index.html': chunk('index', { css: ['index.css'], imports: ['_public.js', '_rolldown-runtime.js'] }),
  '_rolldown-runtime.js': chunk('rolldown-runtime'),
  '_public.js': chunk('public', { css: ['public.css'] }),
  '_rider.js': chunk('rider', { imports: ['_public.js'], css: ['rider.css'] }),
  '_login.js': chunk('login'),
  '_frame.js': chunk('frame', { imports: ['index.html', '_shared.js'] }),
  '_shared.js': chunk('shared'),
  '_driver.js': chunk('driver', { imports: ['_shared.js', '_frame.js'] }),
  '_map.js': chunk('map', { imports: ['_shared.js'] }),
  '_public.css': { file: 'public.css' },
}

const bytes = {
  'index.js': 100_000,
  'index.css': 9000,
  'rolldown-runtime.js': 400,
  'public.js': 50_000,
  'public.css': 3000,
  'rider.js': 40_000,
  'rider.css': 2000,
  'login.js': 48_000,
  'frame.js': 20_000,
  'shared.js': 45_000,
  'driver.js': 61_000,
  'map.js': 300_000,
}

const parts = {
  'src/app-layout.tsx': 'frame.js',
  'src/notice-toasts.tsx': 'frame.js',
  'src/features/driver/tasks-page.tsx': 'driver.js',
  'src/features/profile/profile-page.tsx': 'rider.js',
}

const firstLoad = {
  pages: { '/': { js: ['rider.js'], css: ['rider.css'] }, '/login': { js: ['login.js'], css: [] } },
  roles: { driver: { js: ['frame.js', 'shared.js', 'driver.js'], css: [] } },
}

const rolePages = { everybody: ['src/features/profile/profile-page.tsx'], driver: ['src/features/driver/tasks-page.tsx'] }

const sizeOf = (file) => bytes[file]
const take = (more = {}, raw = () => 9000) => measure({ manifest, parts, firstLoad, ...more }, rolePages, sizeOf, raw)
const failedOf = (sizes) =>
  linesOf(sizes)
    .filter(({ isGood }) => !isGood)
    .map(({ text }) => text.replaceAll(/ +/g, ' '))

test('a first load is the entry and what the page adds to it, each file once', () => {
  expect(take().first).toEqual([
    { path: '/', js: 190_400, css: 14_000 },
    { path: '/login', js: 198_400, css: 12_000 },
  ])
})

test('the first page of a role is the entry, the frame and the page, without the map; of its other pages the worst is named', () => {
  expect(take().roles).toEqual([
    {
      role: 'driver',
      js: 276_400,
      scripts: 6,
      most: { page: 'src/features/profile/profile-page.tsx', scripts: 6, js: 255_400 },
      heaviest: { page: 'src/features/driver/tasks-page.tsx', scripts: 6, js: 276_400 },
    },
  ])
})

test('what is above its limit fails, what is at the limit passes', () => {
  expect(failedOf(take())).toEqual([
    'FAILED /login script 198.4 of 198 kB',
    'FAILED first page of driver, script 276.4 of 210 kB',
    'FAILED + driver 61.0 of 60 kB',
  ])
  const page = { page: 'src/a-page.tsx', scripts: limits.scripts, js: limits.page }
  const atLimit = {
    first: [{ path: '/', js: limits.js, css: limits.css }],
    roles: [{ role: 'driver', js: limits.roles.driver, scripts: limits.scripts, most: page, heaviest: page }],
    lazy: [{ name: 'x', js: limits.lazy }],
    small: [],
  }
  expect(failedOf(atLimit)).toEqual([])
  const over = { ...page, scripts: page.scripts + 1, js: page.js + 1000 }
  expect(failedOf({ ...atLimit, roles: [{ ...atLimit.roles[0], scripts: 13, most: over, heaviest: over }] })).toEqual([
    'FAILED first page of driver 13 of 12 scripts',
    'FAILED driver: src/a-page.tsx 13 of 12 scripts',
    'FAILED driver: src/a-page.tsx 336.0 of 335 kB',
  ])
})

test('a script that is too small fails, except the one that the builder lays beside them', () => {
  const small = take({}, (file) => (file === 'login.js' || file === 'rolldown-runtime.js' ? 7999 : 8000)).small
  expect(small).toEqual([{ file: 'login.js', bytes: 7999 }])
  expect(failedOf({ first: [], roles: [], lazy: [], small })[0]).toContain('login.js has 7999 bytes')
})

test('a page that the build does not have is named', () => {
  expect(() => take({ parts: { ...parts, 'src/features/driver/tasks-page.tsx': undefined } })).toThrow(/tasks-page/)
})
