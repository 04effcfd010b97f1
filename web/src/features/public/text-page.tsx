// A page of text: a title and paragraphs.
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { SmallHero } from './hero.tsx'
import styles from './text-page.module.css'

export const TextPage = ({ title, children }: { title: string; children: ReactNode }) => {
  const t = useT()
  const contact = useSettings().data?.contactEmail
  return (
    <article>
      <SmallHero title={title} />
      <div className={`wf-container ${styles.page}`}>
        {children}
        {contact && (
          <p>
            {t('contact_us')}{' '}
            <Anchor href={`mailto:${contact}`}>
              <bdi dir="ltr">{contact}</bdi>
            </Anchor>
          </p>
        )}
      </div>
    </article>
  )
}
