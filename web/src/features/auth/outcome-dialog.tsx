// How a registration ended, in the one kind of popup there is; it goes with the page.
import { useState } from 'react'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const AlertDialog = makeLazyPart(async () => (await import('../../ui/alert-dialog.tsx')).AlertDialog, null)

type OutcomeDialogProps = { title: string; message: string; onClose?: () => void }

export const OutcomeDialog = ({ title, message, onClose }: OutcomeDialogProps) => {
  const [opened, setOpened] = useState(true)
  return <AlertDialog content={{ title, message, onClose }} opened={opened} onHide={() => setOpened(false)} />
}
