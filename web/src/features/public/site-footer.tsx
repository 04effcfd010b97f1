// The same links as the header, the operator's company and the year.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { readServerNow } from '../../api/live.ts'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import styles from './site-footer.module.css'
import { listFooterLinks, parseWebAddress } from './site-links.ts'
import { SocialLinks } from './social-links.tsx'

const Copyright = ({ company, website }: { company: string; website: string }) => (
  <Text size="sm" c="dimmed">
    © {new Date(readServerNow()).getFullYear()}{' '}
    <Anchor href={website} size="sm" target="_blank" rel="noreferrer noopener">
      {company}
    </Anchor>
  </Text>
)

export const SiteFooter = () => {
  const t = useT()
  const { me } = useSession()
  const settings = useSettings().data
  const website = parseWebAddress(settings?.companyWebsite ?? '')
  const terms = parseWebAddress(settings?.companyTerms ?? '')
  return (
    <footer className={styles.footer}>
      <div className={`wf-container ${styles.inside}`}>
        <BrandMark name={settings?.appName ?? 'Wayfare'} />
        <nav aria-label={t('footer_menu')}>
          <ul className={styles.list}>
            {listFooterLinks(me !== null).map(({ to, key }) => (
              <li key={to}>
                <Link to={to} className={styles.link}>
                  {t(key)}
                </Link>
              </li>
            ))}
            {terms && (
              <li>
                <a href={terms} className={styles.link} target="_blank" rel="noreferrer noopener">
                  {t('footer_terms')}
                </a>
              </li>
            )}
          </ul>
        </nav>
        <SocialLinks />
        {settings && website && settings.companyName && <Copyright company={settings.companyName} website={website} />}
      </div>
    </footer>
  )
}
