// Promise: what a visitor sees first is in the page itself, in the visitor's language, until the program has come and takes its place:
// the name, and the slogan or the title of the page; to whoever is signed in, the frame of the app with it. It names the texts that the
// program will ask for.
import type { Role } from '@wayfare/core/accounts'
import type { FastifyRequest } from 'fastify'
import { findHead, hasFrame, listHeadKeys, renderFrame, type Head } from './front-frame.ts'
import { escapeHtml } from './html.ts'

export type FrontPage = {
  langLocale: string
  direction: 'ltr' | 'rtl'
  appName: string
  /** by key; a text may speak of the operator as {{name}} */
  texts: Readonly<Record<string, string>>
}

/** The front in the wanted language, else in the default one. */
export type FrontFinder = (wanted: string | null, keys: readonly string[]) => Promise<FrontPage>

/** The role of whoever is signed in with this request, by the session itself; null for a visitor. */
export type RoleFinder = (request: FastifyRequest) => Promise<Role | null>

export type Finders = { findFront: FrontFinder; findRole: RoleFinder }

type Words = { kind: 'hero' | 'small' | 'card'; title: string; text?: string }

const wordsOf: Readonly<Record<string, Words>> = {
  '/': { kind: 'hero', title: 'hero_slogan', text: 'hero_text' },
  '/about-us': { kind: 'small', title: 'about_title' },
  '/privacy-policy': { kind: 'small', title: 'nav_privacy' },
  '/login': { kind: 'card', title: 'login_title' },
  '/register': { kind: 'card', title: 'register_title' },
}

/** The path of an address as the tables of pages have it. */
export const normalizePath = (url: string): string => (url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')

/** The page writes this cookie when somebody chooses a language. */
export const readWantedLocale = ({ headers }: FastifyRequest): string | null =>
  /(?:^|;\s*)wayfare_locale=([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null

/** The page writes this cookie while somebody is signed in. It is a hint only: whoever writes it by hand is told of a few more files. */
export const readRole = ({ headers }: FastifyRequest): string | null =>
  /(?:^|;\s*)wayfare_role=([a-z]{1,20})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null

const mark =
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#121a14"/>' +
  '<path d="M6 10l4.6 13 5.4-10 5.4 10L26 10" fill="none" stroke="#46f34d" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** A cookie of the page's own, written while a theme is chosen and not left to the system. */
const readTheme = ({ headers }: FastifyRequest): string | null =>
  /(?:^|;\s*)wayfare_theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null

type Say = (key: string) => string

const makeSay =
  ({ appName, texts }: FrontPage): Say =>
  (key) =>
    escapeHtml((texts[key] ?? '').replaceAll('{{name}}', () => appName))

const markup = ({ kind, title, text }: Words, appName: string, say: Say): string =>
  [
    `<div id="front" class="wf-front" data-kind="${kind}"><div class="wf-front-scene"></div>`,
    `<header class="wf-container">${mark}<span>${escapeHtml(appName)}</span></header>`,
    `<main class="wf-container"><div><h1>${say(title)}</h1>${text ? `<p>${say(text)}</p>` : ''}</div></main></div>`,
  ].join('')

/** What the page says first: the frame's head to the role that has a page of the app here, else the words for visitors, if it has any. */
type First = { keys: readonly string[]; render: (front: FrontPage) => string }

const ofHead = (role: Role, head: Head): First => ({
  keys: listHeadKeys(head),
  render: (front) => renderFrame({ role, head, mark, appName: front.appName, say: makeSay(front) }),
})

const ofWords = (words: Words): First => ({
  keys: [words.title, ...(words.text ? [words.text] : [])],
  render: (front) => markup(words, front.appName, makeSay(front)),
})

const findFirst = async (request: FastifyRequest, findRole: RoleFinder): Promise<First | null> => {
  const path = normalizePath(request.url)
  // only the session is asked: by a cookie that has outlived it a frame would flash that nobody may enter
  const role = hasFrame(path) ? await findRole(request) : null
  const head = role && findHead(path, role)
  if (role && head) return ofHead(role, head)
  const words = Object.hasOwn(wordsOf, path) ? wordsOf[path] : undefined
  return words ? ofWords(words) : null
}

/** The language as an attribute's value is its own check: what is no locale is left out. */
const isLocale = (text: string): boolean => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)

const tagOf = ({ langLocale, direction }: FrontPage, theme: string | null): string => {
  const scheme = theme === null ? '' : ` data-mantine-color-scheme="${theme}"`
  return `<html lang="${langLocale}" dir="${direction}" data-front="${langLocale}"${scheme}>`
}

/** Puts the front of the asked page into the html; another page of somebody who is signed in learns its language only, others stay as they are. */
export const addFront = async (html: string, request: FastifyRequest, { findFront, findRole }: Finders): Promise<string> => {
  const first = await findFirst(request, findRole)
  if (!first && readRole(request) === null) return html
  const front = await findFront(readWantedLocale(request), first?.keys ?? [])
  if (!isLocale(front.langLocale)) return html
  const texts = `<link rel="preload" as="fetch" crossorigin href="/api/languages/${front.langLocale}/texts">`
  return html
    .replace('<html lang="en">', () => tagOf(front, readTheme(request)))
    .replace('</head>', () => `${texts}</head>`)
    .replace('<!--front-->', () => first?.render(front) ?? '')
}
