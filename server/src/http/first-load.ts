// Promise: the page of a known path names in its head what it will ask for, as the build wrote it down, and so does the first page of
// whoever is signed in; without the list it names nothing.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { normalizePath, readRole } from './front.ts'

type Files = { js: readonly string[]; css: readonly string[] }

/** What the first page of a role, at its path, reads before it can show anything. */
type Reads = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

type FirstLoad = Readonly<Record<'pages' | 'roles', Readonly<Record<string, Files>>>> & { reads?: Reads }

/** Written by our own build. */
export const readFirstLoad = (webDir: string): FirstLoad => {
  const path = join(webDir, '.vite', 'first-load.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FirstLoad) : { pages: {}, roles: {} }
}

const nothing: Files = { js: [], css: [] }

const pick = <T>(table: Readonly<Record<string, T>> | undefined, key: string | null): T | undefined =>
  table && key !== null && Object.hasOwn(table, key) ? table[key] : undefined

const find = (files: Readonly<Record<string, Files>>, key: string | null): Files => pick(files, key) ?? nothing

/** Riders have their home where visitors have theirs; the other public pages are for visitors. */
const findFiles = (request: FastifyRequest, { pages, roles }: FirstLoad): readonly Files[] => {
  const path = normalizePath(request.url)
  const role = readRole(request)
  const isOfRole = !Object.hasOwn(pages, path) || (path === '/' && role === 'rider')
  return [find(pages, path), isOfRole ? find(roles, role) : nothing]
}

/** The server's own addresses, as the build wrote them down. */
const findReads = (request: FastifyRequest, { reads }: FirstLoad): readonly string[] =>
  pick(pick(reads, readRole(request)), normalizePath(request.url)) ?? []

/** Puts the links of the page at this address into its head. */
export const addFirstLoadLinks = (html: string, request: FastifyRequest, firstLoad: FirstLoad): string => {
  const files = findFiles(request, firstLoad)
  const links = [
    ...new Set(files.flatMap(({ css }) => css).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)),
    ...new Set(
      files.flatMap(({ js }) => js).map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
    ),
    ...findReads(request, firstLoad).map((url) => `<link rel="preload" as="fetch" crossorigin href="${url}">`),
  ]
  return html.replace('</head>', `${links.join('')}</head>`)
}
