// The pages between ours and a provider's: one leads on by itself (or by a button without scripts), one shows the refusal.
import { randomBytes } from 'node:crypto'
import type { FrontPage } from '../../http/front.ts'
import { escapeHtml } from '../../http/html.ts'

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;
margin:0;padding:16px;box-sizing:border-box;text-align:center}a,button{font:inherit;font-weight:600;display:inline-block;
min-height:48px;line-height:48px;padding:0 24px;border:0;border-radius:12px;background:#121a14;color:#fff;text-decoration:none;cursor:pointer}
@media(prefers-color-scheme:dark){a,button{background:#46f34d;color:#121a14}}`

export type Page = { html: string; policy: string }

type Parts = { front: FrontPage; text: string; body: string; script?: string; formAction: string; head?: string }

/** Allows no third-party scripts, and forms may only be sent to the given addresses. */
const pageOf = ({ front, text, body, script, formAction, head = '' }: Parts): Page => {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action ${formAction}`,
  ].join('; ')
  const run = script ? `<script nonce="${nonce}">${script}</script>` : ''
  const html = `<!doctype html><html lang="${escapeHtml(front.langLocale)}" dir="${front.direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${head}
<title>${escapeHtml(front.appName)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escapeHtml(front.appName)}</h1><p>${escapeHtml(text)}</p>${body}</main>${run}</body></html>`
  return { html, policy }
}

/** A link and not a redirect: after posting our form, browsers check a redirect to another host against our own policy. */
export const renderLeadingPage = (front: FrontPage, url: string): Page =>
  pageOf({
    front,
    text: front.texts['pay_redirecting'] ?? '',
    head: `<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">`,
    body: `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(front.texts['pay_continue'] ?? '')}</a>`,
    formAction: `'none'`,
  })

type PostedForm = { action: string; fields: readonly (readonly [string, string])[]; hosts: readonly string[] }

export const renderPostingPage = (front: FrontPage, { action, fields, hosts }: PostedForm): Page => {
  const inputs = fields
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const button = `<button>${escapeHtml(front.texts['pay_continue'] ?? '')}</button>`
  return pageOf({
    front,
    text: front.texts['pay_redirecting'] ?? '',
    body: `<form id="on" method="post" action="${escapeHtml(action)}" accept-charset="utf-8">${inputs}${button}</form>`,
    script: `document.getElementById('on').submit()`,
    formAction: [...new Set([new URL(action).origin, ...hosts])].join(' '),
  })
}

export const renderRefusedPage = (front: FrontPage, key: string, back: string): Page =>
  pageOf({
    front,
    text: front.texts[key] ?? '',
    body: `<a href="${escapeHtml(back)}">${escapeHtml(front.texts['back'] ?? '')}</a>`,
    formAction: `'none'`,
  })
