// What an empty installation still needs before its first ride; gone once there are car types and drivers.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAllSettings, useCarTypes } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useDashboard } from './dashboard-queries.ts'
import fleet from './fleet.module.css'

type Step = { to: string; key: string; isDone: boolean }

/** Null while it is not known, and when nothing is missing. */
const useSteps = (): readonly Step[] | null => {
  const cars = useCarTypes().data
  const drivers = useDashboard().data?.drivers
  const all = useAllSettings().data
  if (!cars || !drivers || !all) return null
  const hasCars = cars.length > 0
  const hasDrivers = drivers.online + drivers.busy + drivers.offline > 0
  if (hasCars && hasDrivers) return null
  return [
    { to: '/appinfo', key: 'first_step_app_info', isDone: all.settings.contactEmail !== '' },
    { to: '/settings', key: 'first_step_settings', isDone: all.version > 1 },
    { to: '/cartypes', key: 'first_step_car_types', isDone: hasCars },
    { to: '/drivers', key: 'first_step_drivers', isDone: hasDrivers },
  ]
}

export const FirstSteps = () => {
  const t = useT()
  const steps = useSteps()
  if (!steps) return null
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
