// What is looked at, each with how it stands in a word, and where it is not well what to do.
import { Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { SystemView } from '@wayfare/contract/system'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './system.module.css'

type Check = SystemView['checks'][number]

const looks = {
  ok: { color: 'primary', icon: IconCircleCheck },
  warning: { color: 'warn', icon: IconAlertTriangle },
  failing: { color: 'danger', icon: IconCircleX },
  unknown: { color: 'gray', icon: IconClock },
} as const

const Row = ({ check: { name, state, trouble, folder } }: { check: Check }) => {
  const t = useT()
  return (
    <li>
      <Group justify="space-between" gap="xs" align="start">
        <Text fw={600}>{t(`system_check_${name}`)}</Text>
        <StateBadge {...looks[state]}>{t(`system_state_${state}`)}</StateBadge>
      </Group>
      {trouble !== null && (
        <>
          <Text>{t(`system_trouble_${trouble}`)}</Text>
          <Text c="dimmed">{t(`system_do_${trouble}`)}</Text>
          {folder !== undefined && <Text c="dimmed">{t('system_disk_folder', { folder })}</Text>}
        </>
      )}
    </li>
  )
}

/** What is worst comes first, the rest in its order. */
const inOrder = (checks: readonly Check[]): Check[] => {
  const isNeeding = ({ trouble }: Check) => trouble !== null
  const failing = checks.filter(({ state }) => state === 'failing')
  const warning = checks.filter((check) => isNeeding(check) && !failing.includes(check))
  return [...failing, ...warning, ...checks.filter((check) => !isNeeding(check))]
}

export const SystemChecks = ({ view: { at, state, checks } }: { view: SystemView }) => {
  const t = useT()
  const format = useFormat()
  const needs = checks.filter(({ trouble }) => trouble !== null).length
  const { icon: Icon } = looks[state]
  return (
    <section className={classes.card} aria-labelledby="system-state">
      <Group gap="xs" wrap="nowrap" role="status">
        <Icon aria-hidden />
        <Title order={2} size="h4" id="system-state">
          {needs === 0 ? t('system_well') : t('system_needs', { count: needs })}
        </Title>
      </Group>
      <Text size="sm" c="dimmed">
        {t('system_as_of', { time: format.time(at) })}
      </Text>
      <ul className={classes.rows}>
        {inOrder(checks).map((check) => (
          <Row key={check.name} check={check} />
        ))}
      </ul>
    </section>
  )
}
