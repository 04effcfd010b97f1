// From a thing to what the desk did to it; for admins, who alone may read that.
import { Anchor } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { listAudit } from '@wayfare/contract/audit'
import type { AuditKind } from '@wayfare/contract/audit-kinds'
import { Link } from 'react-router'
import { useMayCall } from '../api/session.tsx'
import { useT } from '../i18n/provider.tsx'

/** The address of a thing's audit history. */
export const auditPath = (kind: AuditKind, id: string): string => `/audit?kind=${kind}&object=${encodeURIComponent(id)}`

export const AuditLink = ({ kind, id }: { kind: AuditKind; id: string }) => {
  const t = useT()
  const mayCall = useMayCall()
  if (!mayCall(listAudit)) return null
  return (
    <Anchor
      component={Link}
      to={auditPath(kind, id)}
      size="sm"
      display="inline-flex"
      style={{ alignItems: 'center', gap: 'var(--wf-space-1h)', minBlockSize: 'var(--wf-touch)' }}
    >
      <IconHistory size={18} aria-hidden />
      {t('audit_history')}
    </Anchor>
  )
}
