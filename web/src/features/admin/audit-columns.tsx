import { Text } from '@mantine/core'
import type { AuditEntry } from '@wayfare/contract/audit'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import { auditKindKeys, describeAction } from './audit-words.ts'

const nameOf = (t: Translator, { actor, actorName, role }: AuditEntry): string => {
  if (actorName) return actorName
  return actor ?? t(role === 'system' ? 'by_system' : `role_${role}`)
}

/** No sorting: the server has them newest first, and there may be a million. */
export const auditColumns = (t: Translator, format: Format): Column<AuditEntry>[] => [
  { id: 'at', header: t('audit_time'), cell: ({ at }) => format.dateTime(at) },
  {
    id: 'by',
    header: t('audit_by'),
    cell: (entry) => (
      <>
        <bdi>{nameOf(t, entry)}</bdi>
        {entry.role === 'fleetadmin' && (
          <Text span size="sm" c="dimmed">
            {' '}
            {t('role_fleetadmin')}
          </Text>
        )}
      </>
    ),
  },
  { id: 'action', header: t('audit_action'), cell: ({ action }) => describeAction(t, action), card: 'title' },
  {
    id: 'object',
    header: t('audit_object'),
    cell: ({ kind, object, objectName }) => (
      <>
        {t(auditKindKeys[kind])} {object !== 'all' && <bdi>{objectName ?? object}</bdi>}
      </>
    ),
  },
  { id: 'ip', header: t('audit_ip'), cell: ({ ip }) => <bdi dir="ltr">{ip ?? '–'}</bdi> },
]
