// A message in a person's language, as text and as HTML; nothing that people typed can become markup or a link.
import type { Message } from '@wayfare/core/events'
import { renderPage } from './present-mail.ts'
import type { Texts } from './queries.ts'

type Mail = Extract<Message, { kind: 'mail' }>
type Sms = Extract<Message, { kind: 'sms' }>

type Setting = Texts & {
  appName: string
  /** our own site, to which every link leads */
  origin: string
}

export type RenderedMessage = { subject: string; text: string; html: string | null; direction: 'ltr' | 'rtl' }

const longest = 100

// The name in a mail is chosen by whoever signs up with the address, who need not own it. Mail programs turn anything that looks
// like an address into a link, so such values are left out.
const looksLikeAddress = (value: string): boolean => /[/:@\\]|[^\s.。．｡][.。．｡][^\s.。．｡]/.test(value)

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\s\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** One line, without control or direction characters. */
const clean = (value: string): string =>
  looksLikeAddress(value) ? '' : [...value.replaceAll(unseen, ' ').trim()].slice(0, longest).join('')

/** Isolates a value, so that it keeps its own direction within the sentence. */
const isolate = (value: string): string => `\u2068${value}\u2069`

type Words = (key: string) => string

/** The texts of a message with the values filled in. */
const wordsOf = ({ texts, direction, appName }: Setting, params: Record<string, string>): Words => {
  // if the rider has no usable name, the sentence begins with "somebody"
  const nameless: Record<string, string> = params['rider'] === '' ? { rider: texts['mail_somebody'] ?? '' } : {}
  const values: Record<string, string> = { appName, ...params, ...nameless }
  const written = (value: string): string => (direction === 'rtl' && !/^\d+$/.test(value) ? isolate(value) : value)
  return (key) => (texts[key] ?? key).replaceAll(/{{(\w+)}}/g, (_match, name: string) => written(values[name] ?? ''))
}

const cleanAll = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]))

/** The full address of one of our paths; a path that leads elsewhere is a bug in the sender's code. */
const addressOf = (path: string, origin: string): string => {
  const url = new URL(path, origin)
  if (!path.startsWith('/') || url.origin !== new URL(origin).origin) throw new Error('a message may only link to our own site')
  return url.href
}

export const renderMail = ({ template, params, link }: Mail, setting: Setting): RenderedMessage => {
  const { locale, direction, appName, origin } = setting
  const values = cleanAll(params)
  const words = wordsOf(setting, values)
  const greeting = words(values['name'] ? 'mail_greeting' : 'mail_greeting_nameless')
  const subject = words(`mail_${template}_subject`)
  const paragraphs = words(`mail_${template}_text`).split(/\n{2,}/)
  const button = link === null ? null : { label: words(`mail_${template}_button`), address: addressOf(link, origin) }
  const footer = words('mail_footer')
  const linkLines = button ? [`${button.label}:\n${button.address}`] : []
  return {
    subject,
    text: [greeting, ...paragraphs, ...linkLines, footer].join('\n\n'),
    html: renderPage({
      locale,
      direction,
      subject,
      appName,
      home: origin,
      paragraphs: [greeting, ...paragraphs],
      button,
      hint: words('mail_link_hint'),
      footer,
    }),
    direction,
  }
}

export const renderSms = ({ template, params, link }: Sms, setting: Setting): RenderedMessage => {
  const address: Record<string, string> = link === undefined ? {} : { link: addressOf(link, setting.origin) }
  const text = wordsOf(setting, { ...cleanAll(params), ...address })(`sms_${template}`)
  return { subject: '', text, html: null, direction: setting.direction }
}
