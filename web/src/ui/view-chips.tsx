// Views of a table as chips: those everybody has and one's own, which can be saved and removed.
import { ActionIcon, Button, Chip, Group, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import styles from './data-table.module.css'
import { Form } from './form.tsx'
import { useText } from './text.ts'
import { useForm } from './use-form.ts'

type ViewChip = { id: string; label: string; /** saved by this person */ own: boolean }

type ViewChipsProps = {
  label: string
  views: readonly ViewChip[]
  /** the view that is looked at; null for none of them */
  selected: string | null
  onSelect: (id: string) => void
  onSave: (name: string) => Promise<boolean>
  onRemove: (id: string) => Promise<boolean>
}

type SaveDialogProps = { onSave: (name: string) => Promise<boolean>; onClose: () => void }

const SaveDialog = ({ onSave, onClose }: SaveDialogProps) => {
  const t = useText()
  const form = useForm(
    { name: '' },
    {
      check: ({ name }) => (name.trim() === '' ? { name: 'view_name_missing' } : {}),
      send: async ({ name }) => {
        if (await onSave(name.trim())) onClose()
      },
    },
  )
  return (
    <Dialog opened onClose={onClose} title={t('view_save')}>
      <Form form={form}>
        <TextInput
          {...form.text('name')}
          data-autofocus
          label={t('view_name')}
          description={t('view_save_text')}
          maxLength={40}
        />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={form.busy}>
            {t('save')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  )
}

export const ViewChips = ({ label, views, selected, onSelect, onSave, onRemove }: ViewChipsProps) => {
  const t = useText()
  const [asking, setAsking] = useState<'save' | 'remove' | null>(null)
  const own = views.find(({ id, own: isOwn }) => isOwn && id === selected) ?? null
  const close = () => setAsking(null)
  return (
    <div className={styles.views}>
      <Chip.Group value={selected} onChange={(id) => onSelect(String(id))}>
        <div className={styles.viewChips} role="radiogroup" aria-label={label}>
          {views.map(({ id, label: name }) => (
            <Chip key={id} value={id} variant="outline" classNames={{ label: styles.chip ?? '' }}>
              {name}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {own && (
        <ActionIcon
          variant="subtle"
          color="danger"
          aria-label={t('view_remove', { name: own.label })}
          title={t('view_remove', { name: own.label })}
          onClick={() => setAsking('remove')}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
      {!own && (
        <Button variant="subtle" leftSection={<IconBookmarkPlus size={18} aria-hidden />} onClick={() => setAsking('save')}>
          {t('view_save')}
        </Button>
      )}
      {asking === 'save' && <SaveDialog onSave={onSave} onClose={close} />}
      <ConfirmDialog
        opened={asking === 'remove' && own !== null}
        title={t('table_remove_title', { name: own?.label ?? '' })}
        confirmLabel={t('table_remove')}
        danger
        onConfirm={() => void onRemove(own?.id ?? '').then(close)}
        onClose={close}
      >
        {t('view_remove_text')}
      </ConfirmDialog>
    </div>
  )
}
