// The layout of our mails: one column of inline styles, as mail programs need it, without pictures or anything else to load.
import { escapeHtml } from '../../http/html.ts'

type MailPage = {
  locale: string
  direction: 'ltr' | 'rtl'
  subject: string
  appName: string
  /** the link of the name at the top */
  home: string
  paragraphs: readonly string[]
  button: { label: string; address: string } | null
  /** explains the written-out address below the button */
  hint: string
  footer: string
}

const ink = '#16201A'
const dim = '#5A665D'
const deep = '#156019'
const paper = '#EEF2EE'
const font = "Inter,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','Helvetica Neue',Arial,sans-serif"

const linkTo = (address: string, style: string, content: string): string =>
  `<a href="${escapeHtml(address)}" target="_blank" rel="noopener" style="${style}">${content}</a>`

const buttonOf = ({ label, address }: { label: string; address: string }, hint: string): string => {
  const style = `display:inline-block;background:${deep};color:#FFFFFF;font-weight:700;text-decoration:none;border-radius:10px;padding:14px 28px`
  const written = linkTo(address, `color:${deep};word-break:break-all`, `<span dir="ltr">${escapeHtml(address)}</span>`)
  return `<p style="margin:24px 0">${linkTo(address, style, escapeHtml(label))}</p>
<p style="margin:0 0 16px;color:${dim};font-size:14px">${escapeHtml(hint)}<br>${written}</p>`
}

const paragraphOf = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

export const renderPage = (page: MailPage): string => {
  const { locale, direction, subject, appName, home, paragraphs, button, hint, footer } = page
  const side = direction === 'rtl' ? 'right' : 'left'
  const brand = linkTo(home, `color:${ink};font-size:22px;font-weight:700;text-decoration:none`, escapeHtml(appName))
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${paper}">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border-radius:16px"><tr><td style="padding:28px;text-align:${side};font-family:${font};font-size:16px;line-height:1.5;color:${ink}">
<p style="margin:0 0 24px">${brand}</p>
${paragraphs.map(paragraphOf).join('\n')}
${button ? buttonOf(button, hint) : ''}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #CCD5CE;color:${dim};font-size:14px">${escapeHtml(footer)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
