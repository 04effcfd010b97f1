// Checks that every text the code asks for exists, and that no text is translated without being used.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTexts } from './text-rules.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const collect = (folder, files) => {
  if (!existsSync(join(root, folder))) return
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) collect(path, files)
    else if (/\.tsx?$/.test(entry.name)) files.set(path, readFileSync(join(root, path), 'utf8'))
  }
}

const main = () => {
  const files = new Map()
  for (const folder of ['core/src', 'contract/src', 'server/src', 'web/src']) collect(folder, files)
  const english = JSON.parse(readFileSync(join(root, 'server/src/db/texts/en.json'), 'utf8'))
  const findings = checkTexts(files, english)
  for (const { path, line, rule, says } of findings) console.log(`${path}:${line} [${rule}] ${says}`)
  const count = Object.keys(english).length
  console.log(
    findings.length === 0 ? `${count} texts, each there and each asked for` : `${findings.length} findings in ${count} texts`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}

main()
