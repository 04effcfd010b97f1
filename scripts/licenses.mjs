// Checks that docs/THIRD-PARTY.md lists everything in an installation besides our own code, and that the lock contains no package
// with a licence that we may not use.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const page = join(root, 'docs/THIRD-PARTY.md')

/** Licences that allow redistribution with Apache-2.0 code. OFL is for fonts, CC BY for browser data. */
const allowed =
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 MPL-2.0 BlueOak-1.0.0 CC0-1.0 Python-2.0 OFL-1.1 CC-BY-4.0'.split(' ')

/** Packages allowed individually, each for the reason given. */
const exceptions = [
  { name: /^tweetnacl$/, license: 'Unlicense', reason: 'given to the public domain, as under CC0' },
  { name: /^@img\/sharp-/, license: 'LGPL-3.0-or-later', reason: 'libvips, which sharp loads as a library that can be replaced' },
]

/** Packages whose manifest names no licence. */
const known = {
  '@mapbox/jsonlint-lines-primitives': 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
  'png-js': 'MIT',
}

const isAllowed = (name, license) =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every((one) => allowed.includes(one) || exceptions.some((other) => other.license === one && other.name.test(name))),
    )

/** Lists every package of the lock except the workspaces. */
const readPackages = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version, license, dev = false }]) => {
      const name = path.split('node_modules/').at(-1)
      return { name, version, license: license ?? known[name] ?? 'none', dev }
    })

/** @internal */
export const findRefused = (lock) => readPackages(lock).filter(({ name, license }) => !isAllowed(name, license))

const nameOf = ({ name, version }) => `${name} ${version}`

/** Lists the packages needed to build and run the product, by licence, including those for other systems. @internal */
export const writePage = (lock) => {
  const packages = readPackages(lock).filter(({ dev }) => !dev)
  const parts = [...new Set(packages.map(({ license }) => license))].toSorted().map((license) => {
    const names = new Set(packages.filter((one) => one.license === license).map(nameOf))
    return `## ${license}\n\n${[...names].toSorted().join(', ')}\n`
  })
  return `# Third-party licences

What \`npm start\` installs to build and run Wayfare, by licence. \`npm run licenses\` writes this page from \`package-lock.json\`; what
only tests and checks use is not on it, but held to the same list. Each package carries its own licence text. The map data is
OpenStreetMap's, under the Open Database Licence 1.0.

${exceptions.map(({ license, reason }) => `${license}: ${reason}.`).join('\n')}

${parts.join('\n')}`
}

const main = () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const refused = findRefused(lock)
  for (const one of refused) console.error(`${nameOf(one)}: ${one.license} is not a licence we may use`)
  process.exitCode = refused.length === 0 ? 0 : 1
  writeFileSync(page, writePage(lock))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
