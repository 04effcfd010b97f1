// Checks what the docs pages say about the tree. `--write` writes the sentences generated from the law into docs/HOUSE.md.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as law from './house-law.mjs'
import { checkLaw, checkLinks, checkMap, checkPaths, checkSnippets, withLaw } from './house-page.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path) =>
  existsSync(join(root, path)) && statSync(join(root, path)).isFile() ? readFileSync(join(root, path), 'utf8') : null
const isThere = (path) => existsSync(join(root, path))

const workspaces = ['core', 'contract', 'citymap', 'server', 'web', 'sim', 'bench', 'e2e', 'scripts']
const isLeftOut = (path) => /(^|\/)(node_modules|dist|test-results)\//.test(path)
const isListed = (path) => /\.(ts|tsx|mjs|js|css)$/.test(path) && !path.includes('.test.')

const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !isLeftOut(path))

const housePath = 'docs/HOUSE.md'
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** File names that every feature may have, as one file or split by noun. */
const closedNames = law.featureFiles('').flatMap((name) => [name, `${name}-*`])

const checkHousePage = () => {
  const page = read(housePath)
  const files = workspaces.flatMap(filesOf)
  return [...checkMap(page, files, { isListed, always: closedNames }), ...checkLaw(page, law), ...checkSnippets(page, read)]
}

const checkPage = (path) => {
  const page = read(path)
  const found = [...checkPaths(page, read, isThere), ...checkLinks(page, `${dirname(path)}/`, isThere)]
  return [...(path === housePath ? checkHousePage() : []), ...found].map((says) => `${path}: ${says}`)
}

const main = () => {
  if (process.argv.includes('--write')) writeFileSync(join(root, housePath), withLaw(read(housePath), law))
  const findings = pages.flatMap(checkPage)
  for (const finding of findings) console.log(finding)
  console.log(
    findings.length === 0 ? `${pages.length} pages say what is so` : `${findings.length} findings in ${pages.length} pages`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}

main()
