import type { MailTemplate, Message } from '@wayfare/core/events'
import { describe, expect, test } from 'vitest'
import arabic from '../../db/texts/ar.json' with { type: 'json' }
import english from '../../db/texts/en.json' with { type: 'json' }
import spanish from '../../db/texts/es.json' with { type: 'json' }
import swedish from '../../db/texts/sv.json' with { type: 'json' }
import { renderMail, renderSms } from './present-message.ts'

type Setting = Parameters<typeof renderMail>[1]

type Mail = Extract<Message, { kind: 'mail' }>

const inEnglish: Setting = {
  locale: 'en',
  direction: 'ltr',
  texts: english,
  appName: 'Wayfare',
  origin: 'https://taxi.example',
}
const inArabic: Setting = { ...inEnglish, locale: 'ar', direction: 'rtl', texts: arabic }
const settings: Setting[] = [
  inEnglish,
  inArabic,
  { ...inEnglish, locale: 'es', texts: spanish },
  { ...inEnglish, locale: 'sv', texts: swedish },
]

const verify: Mail = {
  kind: 'mail',
  to: 'ann@example.org',
  locale: 'en',
  template: 'verify_email',
  params: { name: 'Ann' },
  link: '/verify-email?token=a-b&next=%2F',
}

const named = (name: string, setting = inEnglish) => renderMail({ ...verify, params: { name } }, setting)

/** All templates: without a newly added one, this does not compile. */
const given: Record<MailTemplate, true> = {
  verify_email: true,
  reset_password: true,
  password_changed: true,
  contact_changed: true,
  driver_approved: true,
  invitation: true,
  own_contact_changed: true,
  second_factor_dropped: true,
  sign_in_by_code: true,
  address_by_desk: true,
  trip_shared: true,
}
const templates = Object.keys(given) as MailTemplate[]

describe.each(settings)('in $locale', (setting) => {
  test.each(templates)('%s is whole, with its link in text and HTML', (template) => {
    const { subject, text, html, direction } = renderMail({ ...verify, template }, setting)
    for (const part of [subject, text, html]) expect(part).not.toMatch(/mail_|{{|}}|undefined/)
    expect(subject).toContain('Wayfare')
    expect(text.split('\n')).toContain('https://taxi.example/verify-email?token=a-b&next=%2F')
    expect(html).toContain('href="https://taxi.example/verify-email?token=a-b&amp;next=%2F"')
    expect(html).toContain(`<html lang="${setting.locale}" dir="${setting.direction}">`)
    expect(direction).toBe(setting.direction)
  })

  test('the code of an SMS stands alone, so that it can be copied', () => {
    const params = { code: '123456' }
    const { text, html } = renderSms({ kind: 'sms', to: '+46', locale: 'en', template: 'sign_in_code', params }, setting)
    expect(text).toMatch(/^123456 /)
    expect(text).not.toMatch(/sms_|{{/)
    expect(html).toBeNull()
  })
})

test('a mail without a link has no button', () => {
  const { text, html } = renderMail({ ...verify, template: 'password_changed', link: null }, inEnglish)
  expect(text).not.toContain(english.mail_password_changed_button)
  expect(html).not.toContain(english.mail_link_hint)
})

test('a mail fetches nothing and runs nothing', () => {
  const { html } = named('Ann')
  expect(html).not.toMatch(/<(img|script|style|link|iframe)|url\(|src=/i)
  expect([...(html ?? '').matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith('https://taxi.example'))).toBe(true)
})

test('nobody is greeted by a blank name', () => {
  const blank: Record<string, string>[] = [{}, { name: '' }, { name: ' \n ' }]
  for (const params of blank) {
    expect(renderMail({ ...verify, params }, inEnglish).text).toMatch(/^Hello,\n/)
  }
})

test.each(settings)(
  'a trip is shared by somebody also where the rider has no name, or one like an address, in $locale',
  (setting) => {
    for (const rider of ['', 'J.Smith']) {
      const { text } = renderMail({ ...verify, template: 'trip_shared', params: { rider } }, setting)
      const sms = renderSms(
        { kind: 'sms', to: '+46', locale: setting.locale, template: 'trip_shared', params: { rider } },
        setting,
      )
      for (const said of [text.split('\n\n')[1], sms.text]) expect(said).toMatch(/^\u2068?\p{L}+\u2069? /u)
      expect(text).not.toContain('Smith')
    }
  },
)

test('a name keeps its own direction where the text runs from right to left', () => {
  expect(named('Ann', inArabic).text).toContain('مرحبًا \u2068Ann\u2069،')
})

test('what the operator calls the product is text as well', () => {
  const { subject, html } = renderMail(verify, { ...inEnglish, appName: 'Ann & <Bo>' })
  expect(subject).toBe('Confirm your email address for Ann & <Bo>')
  expect(html).toContain('Ann &amp; &lt;Bo&gt;')
  expect(html).not.toContain('<Bo>')
})

describe('a name that somebody chose', () => {
  test('is text in the HTML, never markup', () => {
    const { html } = named(`<img src=x onerror='alert(1)'>"&`)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&quot;&amp;')
  })

  test('is not filled in again', () => {
    expect(named('{{appName}}').text).toMatch(/^Hello {{appName}},\n/)
  })

  test.each(['www.evil.example', 'Win at evil.example now', 'https evil//x', 'http:evil', 'me@evil', 'evil\\x', 'evil。example'])(
    'is left out when a mail program could make a link of it: %s',
    (name) => {
      const { text, html } = named(name)
      expect(text).toMatch(/^Hello,\n/)
      expect(html).not.toContain('evil')
    },
  )

  test.each(['J. R. Ewing', 'Åsa-Maria O’Neill', 'Martin Jr.', 'يوسف', '王小明'])('is kept when it is one: %s', (name) => {
    expect(named(name).text).toMatch(new RegExp(`^Hello ${name.replaceAll('.', '\\.')},\\n`))
  })

  test('stays on one line, without signs that turn the line, and within a length', () => {
    expect(named(`Ann\r\nBcc x\u202E${'é'.repeat(500)}`).text.split('\n')[0]).toBe(`Hello Ann Bcc x ${'é'.repeat(90)},`)
    expect(named('🚕'.repeat(200)).text.split('\n')[0]).toBe(`Hello ${'🚕'.repeat(100)},`)
  })
})

test.each(['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'verify', 'javascript:alert(1)', '\t//evil.example'])(
  'a link to %j, which is not ours, is refused',
  (link) => {
    expect(() => renderMail({ ...verify, link }, inEnglish)).toThrow('only link to our own site')
  },
)
