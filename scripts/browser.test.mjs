import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser } from './browser.mjs'

const { chromium } = createRequire(import.meta.url)('@playwright/test')

const red = [255, 0, 0, 255]

/** Opens a page with text and a red WebGL canvas; returns the rendered width of the text and what was drawn. */
const draw = async () => {
  const { executablePath, args, env } = await findBrowser('')
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  try {
    const page = await browser.newPage()
    await page.setContent('<p style="display:inline-block;font:40px sans-serif">Wayfare</p><canvas></canvas>')
    const width = await page.locator('p').evaluate((node) => node.getBoundingClientRect().width)
    const drawn = await page.locator('canvas').evaluate((node) => {
      const gl = node.getContext('webgl2')
      gl?.clearColor(1, 0, 0, 1)
      gl?.clear(gl.COLOR_BUFFER_BIT)
      const pixel = new Uint8Array(4)
      gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
      return [...pixel]
    })
    return { width, drawn, picture: (await page.screenshot()).length }
  } finally {
    await browser.close()
    rmSync(dirname(executablePath), { recursive: true })
  }
}

test('the packaged browser is taken wherever no other is asked for: it starts with its own libraries, shows words and draws with WebGL', async () => {
  const { width, drawn, picture } = await draw()
  expect(drawn).toEqual(red)
  expect(width).toBeGreaterThan(80)
  expect(picture).toBeGreaterThan(2_000)
})

test('another browser is taken only by its path, and one that is not there is refused', async () => {
  expect(await findBrowser('{"executablePath":"/x","args":[],"env":{}}')).toEqual({ executablePath: '/x', args: [], env: {} })
  expect(await findBrowser(process.execPath)).toMatchObject({ executablePath: process.execPath, env: {} })
  await expect(findBrowser('/no/such/chromium')).rejects.toThrow('WAYFARE_BROWSER names no program: /no/such/chromium')
})
