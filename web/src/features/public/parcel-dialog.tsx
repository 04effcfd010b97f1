// What is sent and to whom, before the price: kind and handling (the first of each chosen), the recipient, notes.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { CarType } from '@wayfare/contract/catalog'
import { findDialCode } from '@wayfare/core/dial-codes'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import styles from './estimate-dialog.module.css'
import { ParcelExtras } from '../../shared/parcel-extras.tsx'
import { ParcelNotes } from '../../shared/parcel-notes.tsx'
import type { Parcel } from '../../shared/parcel.ts'
import { checkRecipient, preparePhones } from '../../shared/phones.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
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
  const dialCode = findDialCode(useSettings().data?.country ?? '') ?? ''
  const form = useForm(parcel, {
    check: async ({ deliveryPerson, deliveryPersonPhone }) => {
      const wrong = await checkRecipient({ name: deliveryPerson, phone: deliveryPersonPhone }, { admin: false, dialCode })
      return wrong ? { deliveryPersonPhone: wrong } : {}
    },
    send: onDescribed,
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('parcel_title')}
      size={480}
      classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      transitionProps={{ transition: isNarrow ? 'slide-up' : 'pop', duration: 180 }}
    >
      <Form form={form} className="">
        <Stack gap="md">
          <ParcelExtras car={car} parcel={form.draft} onChange={form.set} />
          <Text component="h3" fw={700} mt="xs">
            {t('parcel_recipient')}
          </Text>
          <TextInput
            {...form.text('deliveryPersonPhone')}
            type="tel"
            label={t('parcel_phone')}
            description={t('parcel_phone_hint')}
            maxLength={40}
            required
            autoComplete="off"
            data-autofocus
            onFocus={preparePhones}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          />
          <TextInput {...form.text('deliveryPerson')} label={t('parcel_person')} maxLength={100} autoComplete="off" />
          <ParcelNotes parcel={form.draft} onChange={form.set} />
        </Stack>
        <div className={styles.actions}>
          <Button type="submit" size="lg" fullWidth loading={busy}>
            {t('parcel_next')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
