// A caller whom nobody knows yet: name and number, saved with the booking.
import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { longestFields } from '@wayfare/core/people'
import { useT } from '../../i18n/provider.tsx'
import { preparePhones } from '../../shared/phones.ts'
import styles from './add-booking.module.css'
import type { Caller } from './caller.ts'

type CallerFieldsProps = {
  caller: Caller
  problem: { part: string; text: string } | null
  onChange: (caller: Caller | null) => void
}

export const CallerFields = ({ caller, problem, onChange }: CallerFieldsProps) => {
  const t = useT()
  const problemOf = (part: string) => (problem?.part === part ? problem.text : null)
  const first = caller.name === '' ? 'callerName' : 'callerMobile'
  return (
    <fieldset className={styles.caller} onFocus={preparePhones}>
      <legend>{t('desk_caller_title')}</legend>
      <div className={styles.two}>
        <TextInput
          data-part="callerName"
          label={t('desk_caller_name')}
          value={caller.name}
          error={problemOf('callerName')}
          maxLength={longestFields.firstName}
          required
          autoComplete="off"
          autoFocus={first === 'callerName'}
          onChange={(event) => onChange({ ...caller, name: event.currentTarget.value })}
        />
        <TextInput
          data-part="callerMobile"
          type="tel"
          label={t('mobile')}
          value={caller.mobile}
          error={problemOf('callerMobile')}
          maxLength={longestFields.mobile}
          required
          autoComplete="off"
          autoFocus={first === 'callerMobile'}
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          onChange={(event) => onChange({ ...caller, mobile: event.currentTarget.value })}
        />
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('desk_caller_hint')}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={() => onChange(null)}>
          {t('desk_caller_back')}
        </Anchor>
      </Group>
    </fieldset>
  )
}
