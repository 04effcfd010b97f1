import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useT } from '../../i18n/provider.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const TopUpDialog = makeLazyPart(async () => (await import('./top-up-dialog.tsx')).TopUpDialog, null)

export const TopUpButton = () => {
  const t = useT()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Group>
      <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
        {t('topup_title')}
      </Button>
      {opened && <TopUpDialog opened onClose={close} />}
    </Group>
  )
}
