// What an empty installation still needs before its first ride; gone once there are car types and drivers.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAllSettings, useCarTypes } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useDashboard } from './dashboard-queries.ts'
import fleet from './fleet.module.css'

type Step = { to: string; key: string; isDone: boolean }

/** Null while they are not known, and when nothing is missing. An installation that has drivers is not held up: it has car types, too. */
export const useFirstSteps = (): { steps: readonly Step[] | null; isKnown: boolean } => {
  const cars = useCarTypes()
  const figures = useDashboard()
  const all = useAllSettings()
  const drivers = figures.data?.drivers
  const hasDrivers = drivers !== undefined && drivers.online + drivers.busy + drivers.offline > 0
  const isKnown = hasDrivers || [cars, figures, all].every(({ last, error }) => last !== null || error.flag)
  const hasCars = (cars.data?.length ?? 0) > 0
  if (!cars.data || !drivers || !all.data || (hasCars && hasDrivers)) return { steps: null, isKnown }
  const { settings, version } = all.data
  const steps = [
    { to: '/appinfo', key: 'first_step_app_info', isDone: settings.contactEmail !== '' },
    { to: '/settings', key: 'first_step_settings', isDone: version > 1 },
    { to: '/cartypes', key: 'first_step_car_types', isDone: hasCars },
    { to: '/drivers', key: 'first_step_drivers', isDone: hasDrivers },
  ]
  return { steps, isKnown }
}

export const FirstSteps = ({ steps }: { steps: readonly Step[] }) => {
  const t = useT()
  return (
    <section className={fleet.card} aria-labelledby="first-steps-title">
      <Title order={2} size="h5" id="first-steps-title" mb={4}>
        {t('first_steps_title')}
      </Title>
      <Text c="dimmed" size="sm" mb="xs">
        {t('first_steps_intro')}
      </Text>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(({ to, key, isDone }) => (
          <Group key={to} component="li" gap="sm" wrap="nowrap" mih="var(--wf-touch)">
            {isDone ? (
              <IconCircleCheck
                size={20}
                style={{ flexShrink: 0 }}
                color="var(--mantine-primary-color-filled)"
                aria-label={t('first_step_done')}
                role="img"
              />
            ) : (
              <IconCircle size={20} style={{ flexShrink: 0 }} aria-label={t('first_step_open')} role="img" />
            )}
            <Anchor component={Link} to={to} py={10}>
              {t(key)}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
