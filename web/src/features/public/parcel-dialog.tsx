// What is sent and to whom, before the price: kind and handling (the first of each chosen), the recipient, notes.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { CarType } from '@wayfare/contract/catalog'
import { findDialCode } from '@wayfare/core/dial-codes'
import { useRef, useState, type FormEvent } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import styles from './estimate-dialog.module.css'
import { ParcelExtras } from '../../shared/parcel-extras.tsx'
import { ParcelNotes } from '../../shared/parcel-notes.tsx'
import type { Parcel } from '../../shared/parcel.ts'
import { checkRecipient, preparePhones } from '../../shared/phones.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'

type ParcelDialogProps = {
  car: CarType
  parcel: Parcel
  busy: boolean
  onDescribed: (parcel: Parcel) => void
  onClose: () => void
}

export const ParcelDialog = ({ car, parcel, busy, onDescribed, onClose }: ParcelDialogProps) => {
  const t = useT()
  const isNarrow = useNarrow()
  const phone = useRef<HTMLInputElement>(null)
  const dialCode = findDialCode(useSettings().data?.country ?? '') ?? ''
  const [draft, setDraft] = useState(parcel)
  const [problem, setProblem] = useState<string | null>(null)
  const write = (part: Partial<Parcel>) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const person = { name: draft.deliveryPerson, phone: draft.deliveryPersonPhone }
    void checkRecipient(person, { admin: false, dialCode }).then((wrong) => {
      setProblem(wrong && t(wrong))
      if (wrong) phone.current?.focus()
      else onDescribed(draft)
    })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('parcel_title')}
      size={480}
      classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      transitionProps={{ transition: isNarrow ? 'slide-up' : 'pop', duration: 180 }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ParcelExtras car={car} parcel={draft} onChange={write} />
          <Text component="h3" fw={700} mt="xs">
            {t('parcel_recipient')}
          </Text>
          <TextInput
            ref={phone}
            type="tel"
            label={t('parcel_phone')}
            description={t('parcel_phone_hint')}
            value={draft.deliveryPersonPhone}
            maxLength={40}
            error={problem}
            required
            autoComplete="off"
            data-autofocus
            onFocus={preparePhones}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
            onChange={(event) => {
              setProblem(null)
              write({ deliveryPersonPhone: event.currentTarget.value })
            }}
          />
          <TextInput
            label={t('parcel_person')}
            value={draft.deliveryPerson}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => write({ deliveryPerson: event.currentTarget.value })}
          />
          <ParcelNotes parcel={draft} onChange={write} />
        </Stack>
        <div className={styles.actions}>
          <Button type="submit" size="lg" fullWidth loading={busy}>
            {t('parcel_next')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
