// Promise: what a visitor sees first is in the page itself, in the visitor's language, until the program has come and takes its place:
// the name, and the slogan or the title of the page. It names the texts that the program will ask for. A page without a front
// waits; whoever is signed in waits with the texts on their way.
import type { FastifyRequest } from 'fastify'
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

const markup = ({ kind, title, text }: Words, { appName, texts }: FrontPage): string => {
  const say = (key: string) => escapeHtml((texts[key] ?? '').replaceAll('{{name}}', () => appName))
  return [
    `<div id="front" class="wf-front" data-kind="${kind}"><div class="wf-front-scene"></div>`,
    `<header class="wf-container">${mark}<span>${escapeHtml(appName)}</span></header>`,
    `<main class="wf-container"><div><h1>${say(title)}</h1>${text ? `<p>${say(text)}</p>` : ''}</div></main></div>`,
  ].join('')
}

/** The language as an attribute's value is its own check: what is no locale is left out. */
const isLocale = (text: string): boolean => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)

/** Puts the front of the asked page into the html; a page of somebody who is signed in learns its language only, others stay as they are. */
export const addFront = async (html: string, request: FastifyRequest, findFront: FrontFinder): Promise<string> => {
  const path = normalizePath(request.url)
  const words = Object.hasOwn(wordsOf, path) ? wordsOf[path] : undefined
  if (!words && readRole(request) === null) return html
  const keys = words ? [words.title, ...(words.text ? [words.text] : [])] : []
  const front = await findFront(readWantedLocale(request), keys)
  const { langLocale, direction } = front
  if (!isLocale(langLocale)) return html
  const texts = `<link rel="preload" as="fetch" crossorigin href="/api/languages/${langLocale}/texts">`
  return html
    .replace('<html lang="en">', () => `<html lang="${langLocale}" dir="${direction}" data-front="${langLocale}">`)
    .replace('</head>', () => `${texts}</head>`)
    .replace('<!--front-->', () => (words ? markup(words, front) : ''))
}
