// Promise: the page of a known path names in its head what it will ask for, as the build wrote it down; without the list it names nothing.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath } from './front.ts'

type FirstLoad = Readonly<Record<string, { js: readonly string[]; css: readonly string[] }>>

/** Written by our own build. */
export const readFirstLoad = (webDir: string): FirstLoad => {
  const path = join(webDir, '.vite', 'first-load.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FirstLoad) : {}
}

/** Puts the links of the page at this address into its head. */
export const addFirstLoadLinks = (html: string, url: string, firstLoad: FirstLoad): string => {
  const path = normalizePath(url)
  const { js, css } = (Object.hasOwn(firstLoad, path) ? firstLoad[path] : undefined) ?? { js: [], css: [] }
  const links = [
    ...css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...js.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ]
  return html.replace('</head>', `${links.join('')}</head>`)
}
