// How a registration ended, in the one kind of popup there is; it goes with the page.
import { useState } from 'react'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const AlertDialog = makeLazyPart(async () => (await import('../../ui/alert-dialog.tsx')).AlertDialog, null)

type OutcomeDialogProps = { message: string; onClose?: () => void }

export const OutcomeDialog = ({ message, onClose }: OutcomeDialogProps) => {
  const [opened, setOpened] = useState(true)
  return <AlertDialog content={{ message, onClose }} opened={opened} onHide={() => setOpened(false)} />
}
