// The desk's notes on a booking: short, live, and never seen by rider or driver.
import { ActionIcon, Alert, Button, Group, Skeleton, Text, Textarea, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { addNote, listNotes, removeNote, type Note } from '@wayfare/contract/bookings-desk'
import { checkNote, cleanNote, longestNote } from '@wayfare/core/notes'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import classes from './fleet.module.css'

const NoteForm = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const action = useWrite(addNote, { stale: [queryKeys.bookingNotes(booking.id)] })
  const form = useForm(
    { text: '' },
    {
      check: ({ text }) => {
        const wrong = checkNote(cleanNote(text))
        return wrong ? { text: wrong } : {}
      },
      send: async ({ text }) => {
        if (await action.run({ id: booking.id, text })) form.set({ text: '' })
      },
    },
  )
  return (
    <Form form={form} gap="xs">
      <FailureNote cause={action.cause} onClose={action.forget} />
      <Textarea {...form.text('text')} label={t('note_new')} rows={3} maxLength={longestNote} />
      <Group justify="flex-end">
        <Button type="submit" variant="default" size="md" loading={form.busy}>
          {t('note_add')}
        </Button>
      </Group>
    </Form>
  )
}

type RowProps = { note: Note; onRemove: () => void }

const NoteRow = ({ note, onRemove }: RowProps) => {
  const t = useT()
  const format = useFormat()
  const author = note.authorName ?? '–'
  return (
    <li className={classes.note}>
      <div>
        <Text size="sm" c="dimmed">
          <bdi>{author}</bdi> · {format.dateTime(note.at)}
        </Text>
        <Text className={classes.noteText} dir="auto">
          {note.text}
        </Text>
      </div>
      {note.mine && (
        <ActionIcon variant="subtle" color="danger" aria-label={t('note_remove')} title={t('note_remove')} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

export const NotesPanel = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const problemText = useProblemText()
  const { id } = booking
  const removal = useWrite(removeNote, { stale: [queryKeys.bookingNotes(id)] })
  const [removing, setRemoving] = useState<Note | null>(null)
  const { data, error } = useRead(queryKeys.bookingNotes(id), listNotes, { id })
  const remove = async () => {
    if (removing) await removal.run({ id, note: removing.id })
    setRemoving(null)
  }
  return (
    <section aria-labelledby="notes-title">
      <Title order={3} size="h5" id="notes-title">
        {t('notes_title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('notes_text')}
      </Text>
      {error.flag && (
        <Alert color="danger" role="alert">
          {problemText(error.cause)}
        </Alert>
      )}
      <FailureNote cause={removal.cause} onClose={removal.forget} />
      {!data && !error.flag && <Skeleton height={48} />}
      {data?.notes.length === 0 && <Text c="dimmed">{t('notes_none')}</Text>}
      <ul className={classes.notes} aria-live="polite">
        {data?.notes.map((note) => (
          <NoteRow key={note.id} note={note} onRemove={() => setRemoving(note)} />
        ))}
      </ul>
      {data?.mayWrite && <NoteForm booking={booking} />}
      <ConfirmDialog
        opened={removing !== null}
        title={t('note_remove')}
        confirmLabel={t('table_remove')}
        danger
        busy={removal.busy}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(null)}
      >
        {t('note_remove_text')}
      </ConfirmDialog>
    </section>
  )
}
