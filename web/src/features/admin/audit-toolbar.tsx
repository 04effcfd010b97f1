// Above the audit log: search, filters by area, kind and days, what it is narrowed to, and the file.
import { Button, Group, SimpleGrid } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { AuditEntry } from '@wayfare/contract/audit'
import { auditKinds } from '@wayfare/contract/audit-kinds'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { FilterDays, FilterSelect } from '../../ui/filter-fields.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { auditAreas, auditKindKeys } from './audit-words.ts'
import type { AuditPart, AuditView } from './use-audit.ts'

type ViewProps = { view: AuditView; onChange: (part: AuditPart) => void }

const Filters = ({ view, onChange }: ViewProps) => {
  const t = useT()
  const areas = Object.entries(auditAreas).map(([value, key]) => ({ value, label: t(key) }))
  const kinds = auditKinds.map((value) => ({ value, label: t(auditKindKeys[value]) }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <FilterSelect label={t('audit_area')} value={view.area} options={areas} onChange={(area) => onChange({ area })} />
      <FilterSelect label={t('audit_kind')} value={view.kind} options={kinds} onChange={(kind) => onChange({ kind })} />
      <FilterDays view={view} onChange={onChange} />
    </SimpleGrid>
  )
}

const Narrowed = ({ text, onEnd }: { text: string; onEnd: () => void }) => {
  const t = useT()
  return (
    <Button
      variant="light"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={`${text}. ${t('table_clear_filter')}`}
      onClick={onEnd}
    >
      {text}
    </Button>
  )
}

type AuditToolbarProps = ViewProps & { first: AuditEntry | null; onClear: () => void; exports: ReactNode }

export const AuditToolbar = ({ view, first, onChange, onClear, exports }: AuditToolbarProps) => {
  const t = useT()
  return (
    <>
      <TableToolbar
        caption={t('nav_audit')}
        search={view.search ?? ''}
        searchLabel={t('audit_search')}
        onSearch={(search) => onChange({ search })}
        filters={{
          count: (['area', 'kind', 'from', 'to'] as const).filter((name) => view[name]).length,
          fields: <Filters view={view} onChange={onChange} />,
          onClear: Object.keys(view).length > 0 ? onClear : undefined,
        }}
        columns={[]}
        exports={exports}
      />
      {(view.object || view.actor) && (
        <Group gap="xs">
          {view.object && (
            <Narrowed
              text={t('audit_of_one', { id: first?.objectName ?? view.object })}
              onEnd={() => onChange({ object: '', kind: '' })}
            />
          )}
          {view.actor && (
            <Narrowed
              text={t('audit_of_person', { name: first?.actorName || view.actor })}
              onEnd={() => onChange({ actor: '' })}
            />
          )}
        </Group>
      )}
    </>
  )
}
