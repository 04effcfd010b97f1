// Alerts to the operator about a problem or its end, in the installation's language.
import type { AlertHook } from '../../adapters/ports.ts'
import type { OperatorAlert } from '@wayfare/core/operator-alerts'
import { escapeHtml } from '../../http/html.ts'

type Notice = Parameters<AlertHook['send']>[0]

/** `timeZone` is the city's. */
export type AlertWords = {
  langLocale: string
  texts: Readonly<Record<string, string>>
  timeZone: string
  appName: string
  site: string
}

const sayWith = ({ texts }: AlertWords, key: string, values: Record<string, string> = {}): string =>
  (texts[key] ?? key).replaceAll(/{{(\w+)}}/g, (_match, name: string) => values[name] ?? '')

const titleOf = (words: AlertWords, { trouble, until }: OperatorAlert): string => {
  const said = sayWith(words, `system_trouble_${trouble}`)
  return until === null ? said : sayWith(words, 'system_alert_over', { trouble: said })
}

const whereOf = (words: AlertWords, { folder }: OperatorAlert): string[] =>
  folder === undefined ? [] : [sayWith(words, 'system_disk_folder', { folder })]

/** What to do while the problem lasts, and where. */
const adviceOf = (words: AlertWords, alert: OperatorAlert): string[] =>
  alert.until === null ? [sayWith(words, `system_do_${alert.trouble}`), ...whereOf(words, alert)] : []

const keyOf = ({ check, since, until }: OperatorAlert): string => `alert-${check}-${since}-${until === null ? 'begun' : 'over'}`

export const presentNotice = (alert: OperatorAlert, words: AlertWords): Notice => ({
  key: keyOf(alert),
  state: alert.until === null ? 'begun' : 'over',
  check: alert.check,
  trouble: alert.trouble,
  title: titleOf(words, alert),
  whatToDo: adviceOf(words, alert).join(' '),
  since: new Date(alert.since).toISOString(),
  until: alert.until === null ? null : new Date(alert.until).toISOString(),
  site: words.site,
})

export const presentMail = (alert: OperatorAlert, words: AlertWords) => {
  const { langLocale, timeZone, appName, site } = words
  const format = new Intl.DateTimeFormat(langLocale, { dateStyle: 'medium', timeStyle: 'long', timeZone })
  const [from, until] = [format.format(alert.since), format.format(alert.until ?? alert.since)]
  const lasted =
    alert.until === null
      ? sayWith(words, 'system_alert_since', { date: from })
      : sayWith(words, 'system_alert_until', { from, until })
  const title = titleOf(words, alert)
  const lines = [title, ...adviceOf(words, alert), lasted, sayWith(words, 'system_alert_look', { address: `${site}/system` })]
  return {
    subject: `${appName}: ${title}`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p dir="auto">${escapeHtml(line)}</p>`).join('\n'),
    key: keyOf(alert),
  }
}
