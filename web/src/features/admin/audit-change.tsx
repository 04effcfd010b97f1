// What one entry changed, field by field, before and after side by side.
import { Badge, Button, Group, Table, Text } from '@mantine/core'
import type { AuditEntry } from '@wayfare/contract/audit'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './audit.module.css'
import { describeField, describeValue } from './audit-words.ts'
import type { AuditPart } from './use-audit.ts'

const Value = ({ text, look }: { text: string | null; look: 'was' | 'is' }) => {
  if (text === null) return <span aria-hidden>–</span>
  const inside = <bdi className={classes.value}>{text}</bdi>
  return look === 'was' ? <del className={classes.was}>{inside}</del> : <ins className={classes.is}>{inside}</ins>
}

const Fields = ({ entry }: { entry: AuditEntry }) => {
  const t = useT()
  const format = useFormat()
  const words = { t, format, kind: entry.kind }
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])]
  if (fields.length === 0) return <Text c="dimmed">{t('audit_no_fields')}</Text>
  return (
    <div className={classes.scroll}>
      <Table layout="auto" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('audit_field')}</Table.Th>
            <Table.Th scope="col">{t('audit_before')}</Table.Th>
            <Table.Th scope="col">{t('audit_after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" fw={500}>
                {describeField(t, entry.kind, field)}{' '}
                {entry.before && entry.after && (
                  <Badge size="sm" color="warn">
                    {t('audit_changed')}
                  </Badge>
                )}
              </Table.Th>
              <Table.Td>
                <Value look="was" text={describeValue(words, entry.before?.[field])} />
              </Table.Td>
              <Table.Td>
                <Value look="is" text={describeValue(words, entry.after?.[field])} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type AuditChangeProps = { entry: AuditEntry; onView: (part: AuditPart) => void }

export const AuditChange = ({ entry, onView }: AuditChangeProps) => {
  const t = useT()
  const { actor } = entry
  return (
    <div className={classes.change}>
      <Fields entry={entry} />
      <Text size="sm" c="dimmed" className={classes.hash}>
        {t('audit_entry_number')} {entry.id} · <bdi dir="ltr">{entry.action}</bdi> · <bdi dir="ltr">{entry.hash}</bdi>
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => onView({ object: entry.object, kind: entry.kind })}>
          {t('audit_only_object')}
        </Button>
        {actor && (
          <Button variant="default" onClick={() => onView({ actor })}>
            {t('audit_only_by')}
          </Button>
        )}
      </Group>
    </div>
  )
}
