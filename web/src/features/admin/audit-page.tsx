// The audit log: who of the desk did what to what, from what to what; and whether nobody changed it.
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { ServerTable } from '../../ui/server-table.tsx'
import { AuditChange } from './audit-change.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditProofCard } from './audit-proof.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { auditPageSize, fetchAuditFile, useAudit } from './use-audit.ts'

export const AuditPage = () => {
  const t = useT()
  const format = useFormat()
  const { view, change, clear, slice, filter } = useAudit()
  const columns = useMemo(() => auditColumns(t, format), [t, format])
  const isFiltered = Object.keys(view).length > 0
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_audit')} intro={t('audit_intro')} />
      <AuditProofCard />
      <ServerTable
        caption={t('nav_audit')}
        columns={columns}
        source={{ ...slice, count: null }}
        pageSize={auditPageSize}
        most={auditPageSize}
        sort={null}
        onSort={() => undefined}
        asked={JSON.stringify(filter)}
        rowKey={({ id }) => String(id)}
        emptyText={t('audit_none')}
        onClearFilter={isFiltered ? clear : undefined}
        renderDetail={(entry) => <AuditChange entry={entry} onView={change} />}
        toolbar={
          <AuditToolbar
            view={view}
            first={slice.data?.[0] ?? null}
            onChange={change}
            onClear={clear}
            exports={<ExportMenu name="audit" fetchFile={(kind) => fetchAuditFile(filter, kind)} />}
          />
        }
      />
    </Stack>
  )
}
