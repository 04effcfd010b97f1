// `npm run export-release` generates activity in a town of this version and saves its database as
// server/test/releases/<version>.txt.gz; tests then upgrade it to every later version. Run once per release.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, ensure, fail, plainError, root, run } from './ensure.mjs'

const exportRelease = async () => {
  await ensure()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const file = join('server', 'test', 'releases', `${version}.txt.gz`)
  if (existsSync(join(root, file)))
    throw plainError(`${file} is there: a released version does not change. Raise the version first.`)
  const test = ['run', '--project', 'server', 'server/test/releases.test.ts', '-t', 'is exported as']
  const { code, output } = await run(binary('vitest'), test, { env: { ...process.env, WAYFARE_EXPORT: version } })
  if (code !== 0) throw plainError(`${output.trim()}\nThe database of ${version} could not be exported (the reasons are above).`)
  console.log(`${file} is made: commit it.`)
}

await exportRelease().catch(fail)
