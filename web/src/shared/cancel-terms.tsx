import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../i18n/provider.tsx'
import type { Translator } from '../ui/text.ts'
import { sortByTime, type Slabs } from './cancel-fee.ts'
import { isZero } from './payment-parts.ts'

/** One sentence for each step of what cancelling costs. */
const cancelTermsOf = (slabs: Slabs, t: Translator, format: Pick<Format, 'duration' | 'exactMoney'>): string[] => {
  const costly = sortByTime(slabs).filter(({ amount }) => !isZero(amount))
  const [first, ...others] = costly
  if (!first) return [t('cancel_terms_none')]
  const money = ({ amount }: { amount: string }) => format.exactMoney(amount)
  const time = ({ minsDelayed }: { minsDelayed: number }) => format.duration(minsDelayed * 60)
  const begin =
    first.minsDelayed === 0
      ? [t('cancel_terms_at_once', { amount: money(first) })]
      : [t('cancel_terms_free', { time: time(first) }), t('cancel_terms_then', { amount: money(first) })]
  return [...begin, ...others.map((slab) => t('cancel_terms_from', { time: time(slab), amount: money(slab) }))]
}

/** What cancelling costs, in words. */
export const CancelTerms = ({ slabs }: { slabs: Slabs }) => {
  const t = useT()
  const format = useFormat()
  return <>{cancelTermsOf(slabs, t, format).join(' ')}</>
}
