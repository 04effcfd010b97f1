// Promise: `npm run bench` measures what is built now. `-- --only route`, `--quick`, `--save`; see bench/src/run.ts.
import { fileURLToPath } from 'node:url'
import { binary, ensure, fail, plainError, root, run } from '../scripts/ensure.mjs'

const bench = async () => {
  await ensure()
  const { code, output } = await run(binary('tsc'), ['-b', 'bench'], { cwd: root })
  if (code !== 0) throw plainError(`${output.trim()}\nThe bench could not be built (the reasons are above).`)
  await import(new URL('dist/run.js', import.meta.url).href)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bench().catch(fail)
