// How the installation stands: what needs somebody, what runs, what waits, and when it was backed up and proved.
import { Skeleton, Stack, Text } from '@mantine/core'
import type { SystemView } from '@wayfare/contract/system'
import { useIsDemo } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { FigureList } from '../../ui/figure-list.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { SystemCard } from './system-card.tsx'
import { SystemChecks } from './system-checks.tsx'
import { SystemProofs } from './system-proofs.tsx'
import { SystemQueue } from './system-queue.tsx'
import classes from './system.module.css'
import { useSystem } from './use-system.ts'

const Versions = ({ view }: { view: SystemView }) => {
  const t = useT()
  const format = useFormat()
  const gigabytes = (bytes: number) => t('system_gigabytes', { count: format.number(Math.floor(bytes / 1e8) / 10) })
  const figures: [string, string][] = [
    ['Wayfare', view.version],
    [t('system_commit'), view.commit?.slice(0, 10) ?? '–'],
    ['Node.js', view.node],
    ['PostgreSQL', view.postgres ?? '–'],
    [t('system_since'), format.dateTime(view.startedAt)],
    [t('system_free'), view.freeBytes === null ? '–' : gigabytes(view.freeBytes)],
  ]
  return (
    <SystemCard title={t('system_versions')}>
      <FigureList className={classes.figures} figures={figures} />
    </SystemCard>
  )
}

const Backup = ({ view: { backup, backupFolder, backupIsElsewhere } }: { view: SystemView }) => {
  const t = useT()
  const isDemo = useIsDemo()
  const format = useFormat()
  const figures: [string, string][] = backup
    ? [
        [t('system_backup_made'), format.dateTime(backup.at)],
        [t('system_backup_size'), t('city_megabytes', { count: format.number(Math.ceil(backup.bytes / 1e6)) })],
        [t('system_backup_privacy'), t(backup.isEncrypted ? 'system_backup_encrypted' : 'system_backup_plain')],
      ]
    : []
  return (
    <SystemCard title={t('system_backup')}>
      {backup ? (
        <FigureList className={classes.figures} figures={figures} />
      ) : (
        <Text mt="sm" c="dimmed">
          {t(backupIsElsewhere ? 'system_backup_elsewhere' : 'system_backup_never')} {isDemo && t('system_backup_demo')}
        </Text>
      )}
      {backupFolder !== null && (
        <Text mt="sm" size="sm" c="dimmed" className={classes.path}>
          {t('system_backup_folder')}: <bdi dir="ltr">{backupFolder}</bdi>
        </Text>
      )}
    </SystemCard>
  )
}

const Alerts = ({ alerts: { mail, webhook } }: Pick<SystemView, 'alerts'>) => {
  const t = useT()
  return (
    <SystemCard title={t('system_alerts')}>
      <Stack gap={4} mt="sm">
        {mail > 0 && <Text>{t('system_alerts_mail', { count: mail })}</Text>}
        {webhook && <Text>{t('system_alerts_webhook')}</Text>}
        {mail === 0 && !webhook && <Text c="dimmed">{t('system_alerts_none')}</Text>}
      </Stack>
    </SystemCard>
  )
}

export const SystemPage = () => {
  const t = useT()
  const { data, error, reload } = useSystem()
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_system')} intro={t('system_intro')} />
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={320} radius="lg" />}
      {data && (
        <>
          <SystemChecks view={data} />
          <SystemQueue view={data} />
          <div className={classes.pair}>
            <SystemProofs proofs={data.proofs} />
            <Backup view={data} />
          </div>
          <div className={classes.pair}>
            <Versions view={data} />
            <Alerts alerts={data.alerts} />
          </div>
        </>
      )}
    </Stack>
  )
}
