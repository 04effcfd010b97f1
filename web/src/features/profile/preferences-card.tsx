// Language and looks: kept with the account, so that every device has them.
import { NativeSelect, SegmentedControl, Skeleton, Text, useMantineColorScheme } from '@mantine/core'
import { themes } from '@wayfare/contract/people-profile'
import { useLanguage, useT } from '../../i18n/provider.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const KeysSwitch = makeLazyPart(async () => (await import('./keys-switch.tsx')).KeysSwitch, <Skeleton height={64} />)

const themeWords = { light: 'theme_light', dark: 'theme_dark', auto: 'theme_auto' } as const

export const PreferencesCard = () => {
  const t = useT()
  const { language, languages, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SubjectCard id="preferences" title={t('preferences_title')} text={t('preferences_text')}>
      <NativeSelect
        label={t('language')}
        value={language.langLocale}
        onChange={(event) => choose(event.currentTarget.value)}
        data={languages.map(({ langLocale, langName }) => ({ value: langLocale, label: langName }))}
      />
      <div>
        <Text size="md" fw={500} mb={4} id="theme-label">
          {t('theme')}
        </Text>
        <SegmentedControl
          aria-labelledby="theme-label"
          fullWidth
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={themes.map((value) => ({ value, label: t(themeWords[value]) }))}
        />
      </div>
      <KeysSwitch />
    </SubjectCard>
  )
}
