// What is stored about a person, for how long, and who sees it.
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { TextPage } from './text-page.tsx'

const sections = ['account', 'trips', 'position', 'sharing', 'rights'] as const

export const PrivacyPage = () => {
  const t = useT()
  const name = useSettings().data?.appName ?? 'Wayfare'
  return (
    <TextPage title={t('nav_privacy')}>
      <p>{t('privacy_intro', { name })}</p>
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(`privacy_${section}_title`)}</h2>
          <p>{t(`privacy_${section}_text`)}</p>
        </section>
      ))}
    </TextPage>
  )
}
