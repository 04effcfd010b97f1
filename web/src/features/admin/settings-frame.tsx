// The frame of a page that changes settings: what it is, whether it is locked, and the form once the settings are here.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useAllSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsPlace } from './settings-groups.ts'

type SettingsFrameProps = { place: SettingsPlace; title: string; intro: string }

export const SettingsFrame = ({ place, title, intro }: SettingsFrameProps) => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error, reload } = useAllSettings()
  return (
    <Stack gap="lg" maw="var(--wf-width-page)">
      <PageHead title={title} intro={intro} />
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
      {data && <SettingsForm place={place} title={title} all={data} />}
    </Stack>
  )
}
