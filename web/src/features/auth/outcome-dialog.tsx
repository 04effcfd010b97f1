// How a registration ended, in the one kind of popup there is; it goes with the page.
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const AlertDialog = makeLazyPart(async () => (await import('../../ui/alert-dialog.tsx')).AlertDialog, null)

type OutcomeDialogProps = { message: string; onClose?: () => void }

export const OutcomeDialog = ({ message, onClose }: OutcomeDialogProps) => {
  const t = useT()
  const [opened, setOpened] = useState(true)
  return <AlertDialog content={{ title: t('alert_title'), message, onClose }} opened={opened} onHide={() => setOpened(false)} />
}
