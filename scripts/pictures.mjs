// `npm run pictures` retakes the pictures of docs/PICTURES.md. `-- /bookings` takes one page, by path, name or role; `--raw` also
// keeps each look as a PNG.
import { spawn } from 'node:child_process'
import { findBrowser } from './browser.mjs'
import { binary, checkNode, ensure, fail, root } from './ensure.mjs'

const takePictures = async () => {
  checkNode()
  await ensure()
  const wishes = process.argv.slice(2).filter((wish) => wish !== '--raw')
  const env = {
    ...process.env,
    WAYFARE_BROWSER: JSON.stringify(await findBrowser()),
    WAYFARE_PICTURES: wishes.join('\n'),
    WAYFARE_PICTURES_RAW: process.argv.includes('--raw') ? 'on' : 'off',
  }
  const child = spawn(binary('playwright'), ['test', '-c', 'e2e/pictures/config.ts'], { cwd: root, stdio: 'inherit', env })
  process.exitCode = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code, signal) => resolve(signal ? 1 : code))
  })
}

await takePictures().catch(fail)
