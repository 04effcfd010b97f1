// What is kept about oneself, to take along; and going away for good.
import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import { exportMyData } from '@wayfare/contract/people-own-data'
import { useState } from 'react'
import { callFile } from '../../api/call.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { saveFile } from '../../ui/save-text.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { useProved } from '../../shared/proving.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

// few go away: the dialog comes after the page
const DeleteDialog = makeLazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog, null)

const useExport = () => {
  const proved = useProved()
  const problem = useProblem()
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const run = async () => {
    setState('busy')
    try {
      const file = await proved(() => callFile(exportMyData, {}))
      saveFile(file, `my-data-${new Date().toISOString().slice(0, 10)}.json`)
      setState('done')
    } catch (cause) {
      setState('open')
      problem(cause)
    }
  }
  return { state, run }
}

export const DataCard = ({ me }: { me: Me }) => {
  const t = useT()
  const { state, run } = useExport()
  const [deleting, setDeleting] = useState(false)
  const words = { open: 'export_text', busy: 'export_busy', done: 'export_done' }[state]
  return (
    <SubjectCard id="data" title={t('data_title')}>
      <Text role="status">{t(words)}</Text>
      <Group gap="sm">
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={state === 'busy'}
          onClick={() => void run()}
        >
          {t('export_button')}
        </Button>
        <Button
          variant="outline"
          color="danger"
          size="md"
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('delete_me')}
        </Button>
      </Group>
      <DeleteDialog me={me} opened={deleting} onClose={() => setDeleting(false)} />
    </SubjectCard>
  )
}
