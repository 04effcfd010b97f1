// Whether the chain holds, when that was looked at, and the way to look again.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { AuditProof } from '@wayfare/contract/audit'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './audit.module.css'
import { useAuditProof } from './use-audit.ts'

const Found = ({ proof }: { proof: AuditProof }) => {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <Group gap="xs" wrap="nowrap" c={proof.holds ? 'primary' : 'danger'}>
        {proof.holds ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        <Text fw={700}>{t(proof.holds ? 'audit_holds' : 'audit_broken')}</Text>
      </Group>
      <Text size="sm">
        {t('audit_checked_at', { date: format.dateTime(proof.at) })} · {t('audit_entries', { count: proof.entries })}
      </Text>
      {proof.head && (
        <Text size="sm" c="dimmed" className={classes.hash}>
          {t('audit_head')}: <bdi dir="ltr">{proof.head}</bdi>
        </Text>
      )}
      {proof.faults.length > 0 && (
        <div>
          <Text fw={600}>{t('audit_faults')}</Text>
          <ul>
            {proof.faults.map(({ what, id }) => (
              <li key={`${what} ${id}`}>{t(`audit_fault_${what}`, { id })}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

export const AuditProofCard = () => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const { query, prove, proving, cause } = useAuditProof()
  const proof = query.data?.proof ?? null
  return (
    <div className={classes.card}>
      <Group justify="space-between" align="start">
        <Stack gap={6} role="status" flex={1} miw="var(--wf-width-side)">
          {query.isPending && <Skeleton height={72} width={240} />}
          {query.data && !proof && <Text c="dimmed">{t('audit_never')}</Text>}
          {proof && <Found proof={proof} />}
          {query.data && (
            <Text size="sm" c="dimmed">
              {t('audit_next', { date: format.dateTime(query.data.nextAt) })}
            </Text>
          )}
        </Stack>
        <Button size="md" loading={proving} onClick={() => void prove()}>
          {t('audit_prove')}
        </Button>
      </Group>
      {Boolean(cause) && <Text role="alert">{problemText(cause)}</Text>}
    </div>
  )
}
