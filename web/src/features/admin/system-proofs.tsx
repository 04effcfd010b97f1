// When books and audit log were proved, what was found, and the way to prove them now.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { SystemView } from '@wayfare/contract/system'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { SystemCard } from './system-card.tsx'
import classes from './system.module.css'
import { useProofs } from './use-system.ts'

const words = {
  books: { title: 'nav_books', to: '/books', holds: 'ledger_holds', broken: 'ledger_broken', never: 'books_never' },
  audit: { title: 'nav_audit', to: '/audit', holds: 'audit_holds', broken: 'audit_broken', never: 'audit_never' },
} as const

type ProofProps = {
  what: keyof typeof words
  proof: SystemView['proofs']['books']
  write: { busy: boolean; cause: unknown }
  onProve: () => void
}

const Proof = ({ what, proof, write: { busy, cause }, onProve }: ProofProps) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const { title, to, holds, broken, never } = words[what]
  return (
    <li>
      <Group justify="space-between" gap="sm" align="start">
        <Stack gap={2} flex={1} miw={200} role="status">
          <Anchor component={Link} to={to} fw={600}>
            {t(title)}
          </Anchor>
          <Text>{t(proof ? (proof.holds ? holds : broken) : never)}</Text>
          {proof && (
            <Text size="sm" c="dimmed">
              {t('books_proved_at', { date: format.dateTime(proof.at) })}
            </Text>
          )}
        </Stack>
        <Button variant="default" size="md" loading={busy} onClick={onProve} aria-label={`${t('books_prove')}: ${t(title)}`}>
          {t('books_prove')}
        </Button>
      </Group>
      {Boolean(cause) && <Text role="alert">{problemText(cause)}</Text>}
    </li>
  )
}

export const SystemProofs = ({ proofs }: Pick<SystemView, 'proofs'>) => {
  const t = useT()
  const { books, audit } = useProofs()
  return (
    <SystemCard title={t('system_proofs')}>
      <ul className={classes.rows}>
        <Proof what="books" proof={proofs.books} write={books} onProve={() => void books.run({})} />
        <Proof what="audit" proof={proofs.audit} write={audit} onProve={() => void audit.run({})} />
      </ul>
    </SystemCard>
  )
}
