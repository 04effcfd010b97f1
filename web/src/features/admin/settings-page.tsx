// Every setting of the operator in one form: what is changed takes effect at once, everywhere.
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useAllSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { SettingsForm } from './settings-form.tsx'

export const SettingsPage = () => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error, reload } = useAllSettings()
  return (
    <Stack gap="lg" maw={920}>
      <div>
        <Title order={1} size="h3">
          {t('nav_settings')}
        </Title>
        <Text c="dimmed">{t('settings_intro')}</Text>
      </div>
      {data && !data.settings.allowCriticalEditsAdmin && (
        <Alert color="warn" icon={<IconLock size={20} aria-hidden />} title={t('demo_mode')}>
          {t('settings_locked')}
        </Alert>
      )}
      {error.flag && (
        <Stack role="alert" align="start">
          <Text>{t('settings_error')}</Text>
          <Text c="dimmed">{problemText(error.cause)}</Text>
          <Button variant="default" size="md" onClick={reload}>
            {t('try_again')}
          </Button>
        </Stack>
      )}
      {!data && !error.flag && [0, 1, 2].map((key) => <Skeleton key={key} height={260} radius="lg" />)}
      {data && <SettingsForm all={data} />}
    </Stack>
  )
}
