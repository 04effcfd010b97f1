// Monitors the installation and alerts its operator to lasting problems without the queue, since the database may be the problem.
import { watchSystem, type AlertMemory, type OperatorAlert } from '@wayfare/core/operator-alerts'
import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from '../../adapters/ports.ts'
import { getSite } from '../../config.ts'
import { shippedEnglish } from '../../db/shipped-texts.ts'
import type { Deps } from '../../deps.ts'
import type { VitalsReader } from '../../http/vitals.ts'
import { readTexts } from '../languages/queries-texts.ts'
import { presentMail, presentNotice, type AlertWords } from './present.ts'
import { listSystemChecks } from './queries.ts'

const lookEveryMs = 15_000
/** Looks after which a letter is given up, the first right away: about an hour of trying. */
const mostTries = 240

type Letter = { channel: 'mail' | 'webhook'; alert: OperatorAlert; tries: number; send: () => Promise<void> }

const makeWordsReader = (deps: Deps) => {
  let known: Pick<AlertWords, 'langLocale' | 'texts'> = { langLocale: 'en', texts: shippedEnglish }
  return async (): Promise<AlertWords> => {
    // without the database, uses the texts read last, or English
    known = await readTexts(deps.db, []).catch(() => known)
    const { timeZone, appName } = deps.settings()
    return { ...known, timeZone, appName, site: getSite(deps.config) }
  }
}

const lettersOf = ({ config, services: { mail, alerts } }: Deps, alert: OperatorAlert, words: AlertWords): Letter[] => {
  const written = presentMail(alert, words)
  const mails = mail ? config.alerts.mail.map((to) => () => mail.send({ to, ...written, key: `${written.key}-${to}` })) : []
  const hooks = alerts ? [() => alerts.send(presentNotice(alert, words))] : []
  const letterOf = (channel: Letter['channel']) => (send: Letter['send']) => ({ channel, alert, tries: 0, send })
  return [...mails.map(letterOf('mail')), ...hooks.map(letterOf('webhook'))]
}

/** True if it has to be sent again. */
const trySend = async ({ log }: Deps, letter: Letter): Promise<boolean> => {
  letter.tries += 1
  try {
    await letter.send()
    return false
  } catch (error) {
    const isLast = letter.tries >= mostTries || (isOutage(error) && error.outage === 'refused')
    const reason = error instanceof Error ? error.message : String(error)
    const facts = { check: letter.alert.check, by: letter.channel, reason }
    if (isLast) log.warn(facts, 'an alert could not be sent and is given up')
    else if (letter.tries === 1) log.warn(facts, 'an alert could not be sent and will be tried again')
    return !isLast
  }
}

/**
 * Each look sends what is due and what could not be sent before. A process that may not send forgets everything: if it takes
 * over, it reports whatever is wrong then, because the previous sender may not have managed to. @internal
 */
export const makeAlerts = (deps: Deps, reader: VitalsReader, mayTell: () => boolean) => {
  const readWords = makeWordsReader(deps)
  let memory: AlertMemory = {}
  let waiting: Letter[] = []
  const look = async (): Promise<void> => {
    if (!mayTell()) {
      memory = {}
      waiting = []
      return
    }
    const watched = watchSystem(memory, await listSystemChecks(deps, reader), deps.now().getTime())
    memory = watched.memory
    if (watched.alerts.length > 0) {
      const words = await readWords()
      waiting.push(...watched.alerts.flatMap((alert) => lettersOf(deps, alert, words)))
    }
    const kept = await Promise.all(waiting.map(async (letter) => ((await trySend(deps, letter)) ? [letter] : [])))
    waiting = kept.flat()
  }
  return { look, prepare: async (): Promise<void> => void (await readWords()) }
}

/** Runs until stopped; does nothing if there is nobody to alert. */
export const startAlerts = (
  deps: Deps,
  reader: VitalsReader,
  { mayTell, everyMs = lookEveryMs }: { mayTell: () => boolean; everyMs?: number },
) => {
  const ending = new AbortController()
  const { mail, webhook } = deps.config.alerts
  const run = async (): Promise<void> => {
    if (mail.length === 0 && webhook === null) return
    const alerts = makeAlerts(deps, reader, mayTell)
    await alerts.prepare()
    while (await pause(everyMs, true, { signal: ending.signal }).catch(() => false))
      await alerts.look().catch((error: unknown) => deps.log.warn({ err: error }, 'nobody looked after the installation'))
  }
  const running = run()
  return {
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}
