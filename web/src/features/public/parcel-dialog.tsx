// What is sent and to whom, before the price: kind and handling (the first of each chosen), the recipient, notes.
import { Button, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { CarType } from '@wayfare/contract/catalog'
import { checkDelivery } from '@wayfare/core/checks'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ChoiceList } from '../../ui/choice-list.tsx'
import '../../ui/modal-styles.ts'
import { isZero } from '../../shared/payment-parts.ts'
import styles from './estimate-dialog.module.css'
import type { Parcel } from '../../shared/parcel.ts'

export type ParcelDialogProps = {
  car: CarType
  parcel: Parcel
  busy: boolean
  onDescribed: (parcel: Parcel) => void
  onClose: () => void
}

type ExtrasProps = { legend: string; extras: CarType['options']; value: string | null; onChange: (value: string) => void }

const Extras = ({ legend, extras, value, onChange }: ExtrasProps) => {
  const t = useT()
  const format = useFormat()
  if (extras.length === 0) return null
  const choices = extras.map(({ description, amount }) => ({
    value: description,
    label: description,
    side: isZero(amount) ? t('parcel_free') : t('parcel_extra', { price: format.money(amount) }),
  }))
  return <ChoiceList legend={legend} choices={choices} value={value} onChange={onChange} />
}

export const ParcelDialog = ({ car, parcel, busy, onDescribed, onClose }: ParcelDialogProps) => {
  const t = useT()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const phone = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(parcel)
  const [problem, setProblem] = useState<string | null>(null)
  const write = (part: Partial<Parcel>) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkDelivery({ name: draft.deliveryPerson, phone: draft.deliveryPersonPhone }, false)
    setProblem(wrong && t(wrong))
    if (wrong) phone.current?.focus()
    else onDescribed(draft)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('parcel_title')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
      size={480}
      classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      transitionProps={{ transition: isNarrow ? 'slide-up' : 'pop', duration: 180 }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Extras
            legend={t('parcel_type')}
            extras={car.parcelTypes}
            value={draft.parcelType}
            onChange={(parcelType) => write({ parcelType })}
          />
          <Extras
            legend={t('parcel_option')}
            extras={car.options}
            value={draft.option}
            onChange={(option) => write({ option })}
          />
          <Text component="h3" fw={700} mt="xs">
            {t('parcel_recipient')}
          </Text>
          <TextInput
            ref={phone}
            type="tel"
            size="md"
            label={t('parcel_phone')}
            description={t('parcel_phone_hint')}
            value={draft.deliveryPersonPhone}
            maxLength={40}
            error={problem}
            required
            autoComplete="off"
            data-autofocus
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
            onChange={(event) => {
              setProblem(null)
              write({ deliveryPersonPhone: event.currentTarget.value })
            }}
          />
          <TextInput
            size="md"
            label={t('parcel_person')}
            value={draft.deliveryPerson}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => write({ deliveryPerson: event.currentTarget.value })}
          />
          <Textarea
            size="md"
            label={t('parcel_pickup_note')}
            value={draft.pickUpInstructions}
            maxLength={500}
            rows={2}
            onChange={(event) => write({ pickUpInstructions: event.currentTarget.value })}
          />
          <Textarea
            size="md"
            label={t('parcel_drop_note')}
            value={draft.deliveryInstructions}
            maxLength={500}
            rows={2}
            onChange={(event) => write({ deliveryInstructions: event.currentTarget.value })}
          />
        </Stack>
        <div className={styles.actions}>
          <Button type="submit" size="lg" fullWidth loading={busy}>
            {t('parcel_next')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
