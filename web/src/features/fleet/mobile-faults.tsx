// Numbers that only the desk can mend, until none is left: an upgrade found them.
import { Alert, Anchor, Group } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { countMobileFaults } from '@wayfare/contract/people'
import { roles } from '@wayfare/core/accounts'
import { Link } from 'react-router'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { peopleKinds } from './people-kinds.ts'

export const MobileFaults = () => {
  const t = useT()
  const format = useFormat()
  const counts = useRead([...queryKeys.people, 'mobile-faults'], countMobileFaults, {}).last
  const found = counts ? roles.filter((role) => counts[role] > 0) : []
  if (!counts || found.length === 0) return null
  return (
    <Alert color="warn" icon={<IconPhoneOff aria-hidden />} title={t('mobile_to_mend')}>
      {t('mobile_to_mend_text')}
      <Group gap="lg">
        {found.map((role) => (
          <Anchor key={role} component={Link} to={`${peopleKinds[role].path}?mobileFault=true`} py={10}>
            {t(peopleKinds[role].words.title)}: {format.number(counts[role])}
          </Anchor>
        ))}
      </Group>
    </Alert>
  )
}
