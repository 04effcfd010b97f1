// Checks that the tree follows docs/HOUSE.md, and prints where it does not and what to do about it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkHouse } from './house-rules.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const workspaces = ['core', 'contract', 'citymap', 'server', 'web', 'sim', 'bench', 'e2e', 'scripts']
const leftOut = ['node_modules', 'dist', 'test-results', 'playwright-report']

const collect = (folder, files) => {
  if (!existsSync(join(root, folder))) return
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !leftOut.includes(entry.name) && path !== 'web/public') collect(path, files)
    else if (entry.isFile() && /\.(tsx?|mts|mjs|js|css)$|^package\.json$/.test(entry.name))
      files.set(path, readFileSync(join(root, path), 'utf8'))
  }
}

const main = () => {
  const since = performance.now()
  const files = new Map()
  for (const folder of workspaces) collect(folder, files)
  for (const name of ['package.json', 'vitest.config.ts']) files.set(name, readFileSync(join(root, name), 'utf8'))
  const findings = checkHouse(files)
  for (const { path, line, rule, says } of findings) console.log(`${path}:${line} [${rule}] ${says}`)
  const took = Math.round(performance.now() - since)
  console.log(
    findings.length === 0
      ? `${files.size} files follow the house (${took} ms)`
      : `${findings.length} findings in ${files.size} files`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}

main()
