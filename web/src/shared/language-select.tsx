// The languages on offer, as a small menu.
import { IconCheck, IconWorld } from '@tabler/icons-react'
import { useLanguage, useT } from '../i18n/provider.tsx'
import { useProblem } from '../ui/dialogs.tsx'
import { SmallMenu } from '../ui/small-menu.tsx'

export const LanguageSelect = () => {
  const t = useT()
  const { language, languages, choose } = useLanguage()
  const problem = useProblem()
  return (
    <SmallMenu
      buttonLabel={t('language_choose', { name: language.langName })}
      label={t('language')}
      button={
        <>
          <IconWorld size={20} aria-hidden />
          <span data-wide>{language.langLocale.slice(0, 2).toUpperCase()}</span>
        </>
      }
      items={languages.map(({ id, langName, langLocale, direction }) => {
        const isCurrent = langLocale === language.langLocale
        return {
          key: id,
          text: langName,
          lang: langLocale,
          dir: direction,
          isCurrent,
          end: isCurrent && <IconCheck size={16} aria-hidden />,
          onClick: () => void choose(langLocale).catch(problem),
        }
      })}
    />
  )
}
