// How a registration ended, in the one kind of popup there is; it goes with the page.
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'

const AlertDialog = lazyPart(() => import('../../ui/alert-dialog.tsx').then((all) => ({ default: all.AlertDialog })))

type OutcomeDialogProps = { message: string; onClose?: () => void }

export const OutcomeDialog = ({ message, onClose }: OutcomeDialogProps) => {
  const [opened, setOpened] = useState(true)
  return (
    <Suspense fallback={null}>
      <AlertDialog content={{ message, onClose }} opened={opened} onHide={() => setOpened(false)} />
    </Suspense>
  )
}
