import { Button } from '@mantine/core'
import { acceptTask, declineTask, type Task } from '@wayfare/contract/dispatch'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import classes from './driver.module.css'
import { ErrorNote } from '../../ui/error-note.tsx'

type TaskButtonsProps = { task: Task; onAnswered: (bookingId: string) => void }

/** Tapped, never swiped: take the task or leave it to others. */
export const TaskButtons = ({ task, onAnswered }: TaskButtonsProps) => {
  const t = useT()
  // asked once more he answers once more, whatever became of the answer before
  const accept = useWrite(acceptTask, { occasion: task.askedAt })
  const decline = useWrite(declineTask, { occasion: task.askedAt })
  const refusal = accept.refusal ?? decline.refusal
  const answer = async (action: typeof accept | typeof decline) => {
    const done = await action.run({ id: task.bookingId })
    if (done) onAnswered(task.bookingId)
  }
  return (
    <div className={classes.answers}>
      <ErrorNote text={refusal} />
      <Button
        mih={72}
        fz="var(--wf-text-figure)"
        fullWidth
        loading={accept.busy}
        disabled={decline.busy}
        onClick={() => void answer(accept)}
      >
        {t('task_accept')}
      </Button>
      <Button
        mih={64}
        fz="lg"
        fullWidth
        variant="default"
        loading={decline.busy}
        disabled={accept.busy}
        onClick={() => void answer(decline)}
      >
        {t('task_decline')}
      </Button>
    </div>
  )
}
