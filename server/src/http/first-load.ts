// Promise: the page of a known path names in its head what it will ask for, as the build wrote it down, and so does the first page of
// whoever is signed in; without the list it names nothing.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { normalizePath } from './front.ts'

type Files = { js: readonly string[]; css: readonly string[] }

type FirstLoad = Readonly<Record<'pages' | 'roles', Readonly<Record<string, Files>>>>

/** Written by our own build. */
export const readFirstLoad = (webDir: string): FirstLoad => {
  const path = join(webDir, '.vite', 'first-load.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FirstLoad) : { pages: {}, roles: {} }
}

/** The page writes this cookie while somebody is signed in. It is a hint only: whoever writes it by hand is told of a few more files. */
const readRole = ({ headers }: FastifyRequest): string | null =>
  /(?:^|;\s*)wayfare_role=([a-z]{1,20})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null

const nothing: Files = { js: [], css: [] }

const find = (files: Readonly<Record<string, Files>>, key: string | null): Files =>
  (key !== null && Object.hasOwn(files, key) ? files[key] : undefined) ?? nothing

/** Riders have their home where visitors have theirs; the other public pages are for visitors. */
const findFiles = (request: FastifyRequest, { pages, roles }: FirstLoad): readonly Files[] => {
  const path = normalizePath(request.url)
  const role = readRole(request)
  const isOfRole = !Object.hasOwn(pages, path) || (path === '/' && role === 'rider')
  return [find(pages, path), isOfRole ? find(roles, role) : nothing]
}

/** Puts the links of the page at this address into its head. */
export const addFirstLoadLinks = (html: string, request: FastifyRequest, firstLoad: FirstLoad): string => {
  const files = findFiles(request, firstLoad)
  const links = [
    ...new Set(files.flatMap(({ css }) => css).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)),
    ...new Set(
      files.flatMap(({ js }) => js).map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
    ),
  ]
  return html.replace('</head>', `${links.join('')}</head>`)
}
