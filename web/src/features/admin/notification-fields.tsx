// The fields of a notice to many: for whom, in which words, and how many it would reach now.
import { Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { campaignDevices, campaignUsers } from '@wayfare/core/campaigns'
import { Fragment } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useRowFields } from '../../shared/use-row-fields.ts'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import type { FormState } from '../../ui/use-form.ts'
import { most, notificationLabels, type NotificationDraft } from './notification-form.ts'
import { useAudience } from './use-notifications.ts'

type Form = FormState<NotificationDraft>

/** How many it would reach now, told again when the choice changes. */
const Reach = ({ draft }: { draft: NotificationDraft }) => {
  const t = useT()
  const format = useFormat()
  const { data, error } = useAudience(draft)
  if (error.flag) return null
  if (!data) return <Skeleton height={44} />
  const { recipients, devices } = data
  const all = devices.ANDROID + devices.IOS + devices.WEB
  const platforms: [string, number][] = [
    [t('notification_device_ANDROID'), devices.ANDROID],
    [t('notification_device_IOS'), devices.IOS],
    [t('notification_browsers'), devices.WEB],
  ]
  return (
    <div role="status">
      <Text fw={600}>
        {recipients === 0
          ? t('no_user_match')
          : t('notification_reach', { people: format.number(recipients), devices: format.number(all) })}
      </Text>
      {recipients > 0 && (
        <Text size="sm" c="dimmed">
          {platforms.map(([name, many], at) => (
            <Fragment key={name}>
              {at > 0 && ' · '}
              <bdi>{`${name} ${format.number(many)}`}</bdi>
            </Fragment>
          ))}
        </Text>
      )}
    </div>
  )
}

const useWords = (form: Form) => {
  const t = useT()
  const format = useFormat()
  const { text } = useRowFields(form, notificationLabels)
  return (name: 'title' | 'body') => ({
    ...text(name),
    description: t('notification_length', {
      length: format.number(form.draft[name].length),
      most: format.number(most[name]),
    }),
    dir: 'auto',
    maxLength: most[name],
  })
}

export const NotificationFields = ({ form }: { form: Form }) => {
  const t = useT()
  const words = useWords(form)
  const { draft, set } = form
  return (
    <>
      <TextInput {...words('title')} data-autofocus />
      <Textarea {...words('body')} autosize minRows={3} maxRows={8} />
      <SegmentedField
        label={t('notification_users')}
        values={campaignUsers}
        value={draft.userType}
        textOf={(value) => t(`notification_user_${value}`)}
        onChange={(userType) => set({ userType })}
      />
      <SegmentedField
        label={t('notification_devices')}
        hint={t('notification_devices_hint')}
        values={campaignDevices}
        value={draft.deviceType}
        textOf={(value) => t(`notification_device_${value}`)}
        onChange={(deviceType) => set({ deviceType })}
      />
      <Reach draft={draft} />
    </>
  )
}
