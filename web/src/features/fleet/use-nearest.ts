// Asks the driver who is soonest at the pickup, and takes it back for a few seconds; where that may not be, says why.
import type { Job } from '@wayfare/contract/desk-board'
import { assignDriver, assignNearest, withdrawOffer } from '@wayfare/contract/dispatch-assign'
import { queryKeys } from '../../api/query-client.ts'
import { useSettings } from '../../api/queries.ts'
import { useMayCall } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { useNotify } from '../../ui/use-notify.ts'
import { useUndoable } from '../../ui/undo.tsx'

/** Longer while the pointer or the focus is on it (ms). */
const UNDO_MS = 5000

const stale = [queryKeys.dashboard]

export const useNearest = () => {
  const t = useT()
  const format = useFormat()
  const mayCall = useMayCall()
  const notify = useNotify()
  const refuse = useProblem()
  const tellUndoable = useUndoable()
  const isAuto = useSettings().data?.autoDispatch ?? true
  const asking = useWrite(assignNearest, { stale, refuse })
  const { send: withdraw } = useWrite(withdrawOffer, { stale })
  const may = mayCall(assignDriver)
  /** Why nobody can be asked for this job by hand; null where somebody can. */
  const whyNot = (job: Job | null): string | null => {
    if (!job) return t('board_choose_first')
    if (job.stage !== 'waiting') return t('assign_not_new')
    return isAuto ? t('assign_auto') : null
  }
  const ask = async (job: Job) => {
    const id = job.bookingId
    const asked = await asking.run({ id })
    if (!asked) return
    const { driver, driverName: name, etaS } = asked
    const text = etaS === null ? t('board_asked', { name }) : t('board_asked_eta', { name, time: format.duration(etaS) })
    tellUndoable({ text, undone: t('board_asked_undone', { name }), shownMs: UNDO_MS, undo: () => withdraw({ id, driver }) })
  }
  const assign = (job: Job | null) => {
    if (asking.busy) return
    const reason = whyNot(job)
    if (reason !== null) notify(reason, { id: reason })
    else if (job) void ask(job)
  }
  return { may, busy: asking.busy, isOffered: (job: Job) => may && whyNot(job) === null, assign }
}
