// The fields of a notice to many: for whom, in which words, and how many it would reach now.
import { Input, SegmentedControl, Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { campaignDevices, campaignUsers } from '@wayfare/core/campaigns'
import { Fragment } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { RowForm } from '../../shared/use-row-form.ts'
import { most } from './notification-form.ts'
import type { NotificationDraft } from './notification-form.ts'
import { useAudience } from './use-notifications.ts'

type Form = RowForm<NotificationDraft>

type ChoiceProps<Value extends string> = {
  label: string
  hint?: string
  values: readonly Value[]
  value: Value
  textOf: (value: Value) => string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, hint, values, value, textOf, onChange }: ChoiceProps<Value>) {
  const data = values.map((one) => ({ value: one, label: textOf(one) }))
  return (
    <Input.Wrapper
      label={label}
      description={hint}
      size="md"
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <SegmentedControl fullWidth size="md" aria-label={label} value={value} onChange={onChange} data={data} />
    </Input.Wrapper>
  )
}

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

const useWords = ({ draft, problems, set }: Form) => {
  const t = useT()
  const format = useFormat()
  return (name: 'title' | 'body', label: string) => ({
    name,
    label: t(label),
    description: t('notification_length', {
      length: format.number(draft[name].length),
      most: format.number(most[name]),
    }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    size: 'md' as const,
    dir: 'auto',
    maxLength: most[name],
    value: draft[name],
    error: problems[name] && t(problems[name]),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
}

export const NotificationFields = ({ form }: { form: Form }) => {
  const t = useT()
  const words = useWords(form)
  const { draft, set } = form
  return (
    <>
      <TextInput {...words('title', 'notification_title')} autoComplete="off" data-autofocus />
      <Textarea {...words('body', 'notification_body')} autosize minRows={3} maxRows={8} />
      <Choice
        label={t('notification_users')}
        values={campaignUsers}
        value={draft.userType}
        textOf={(value) => t(`notification_user_${value}`)}
        onChange={(userType) => set({ userType })}
      />
      <Choice
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
