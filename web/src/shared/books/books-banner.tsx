import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { useProof } from './use-proof.ts'

/** Stands above the desk's pages for as long as the newest proof is bad. */
export const BooksBanner = ({ withLink = false }: { withLink?: boolean }) => {
  const t = useT()
  const { proof } = useProof()
  if (proof === null || proof.holds) return null
  return (
    <Alert color="danger" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('ledger_broken')}>
      {t('notice_books_broken')}{' '}
      {withLink && (
        <Anchor component={Link} to="/books">
          {t('books_look')}
        </Anchor>
      )}
    </Alert>
  )
}
