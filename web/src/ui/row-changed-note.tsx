// Another person saved the row that is typed here: what differs, and the two ways on. Nothing typed is lost before one is chosen.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import styles from './row-changed-note.module.css'
import { useText } from './text.ts'

/** A field as people read it. */
export type Difference = { label: string; mine: string; theirs: string }

type RowChangedNoteProps = {
  /** of the row */
  name: string
  differences: readonly Difference[]
  busy?: boolean
  /** it comes while one types, not after a save: neither the cursor nor the page moves */
  isNews?: boolean
  /** forgets what was typed */
  onTheirs: () => void
  /** saves what was typed */
  onMine: () => void
}

const Differences = ({ differences }: Pick<RowChangedNoteProps, 'differences'>) => {
  const t = useText()
  return (
    <table className={styles.differences}>
      <thead>
        <tr>
          <th scope="col">{t('row_changed_field')}</th>
          <th scope="col">{t('row_changed_mine')}</th>
          <th scope="col">{t('row_changed_theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{mine || '–'}</bdi>
            </td>
            <td>
              <bdi>{theirs || '–'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const RowChangedNote = ({ name, differences, busy = false, isNews = false, onTheirs, onMine }: RowChangedNoteProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  // where one just pressed save, the note may be out of sight
  useEffect(() => {
    if (isNews) return
    box.current?.scrollIntoView?.({ block: 'nearest' })
    box.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <Alert
      ref={box}
      className={styles.note ?? ''}
      tabIndex={-1}
      role="alert"
      color="warn"
      icon={<IconUsers size={20} aria-hidden />}
      title={t('row_changed_title', { name })}
    >
      <Text size="sm">{t(differences.length === 0 ? 'row_changed_same' : 'row_changed_text')}</Text>
      {differences.length > 0 && <Differences differences={differences} />}
      <Group gap="sm" mt="sm">
        <Button variant="default" disabled={busy} onClick={onTheirs}>
          {t('row_changed_load')}
        </Button>
        {differences.length > 0 && (
          <Button loading={busy} onClick={onMine}>
            {t('row_changed_save')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
