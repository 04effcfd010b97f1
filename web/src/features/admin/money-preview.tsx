// How amounts will read with what is typed now, before it is saved.
import { Group, Text } from '@mantine/core'
import { checkSettings, type SettingsDraft } from '@wayfare/core/settings-checks'
import { formatMoney } from '@wayfare/core/money'
import { useLanguage, useT } from '../../i18n/provider.tsx'
import classes from './settings.module.css'

const amounts = ['95', '1249.5']

export const MoneyPreview = ({ draft }: { draft: SettingsDraft }) => {
  const t = useT()
  const { language } = useLanguage()
  const { decimal, code, symbol } = checkSettings(draft)
  const format = { ...draft, decimal: draft.decimal === '' ? 0 : draft.decimal }
  return (
    <Group className={classes.preview} gap="md" role="status">
      <Text size="sm" c="dimmed">
        {t('settings_preview')}
      </Text>
      {!decimal &&
        !code &&
        !symbol &&
        amounts.map((amount) => (
          <Text key={amount} fw={700} className={classes.amount ?? ''}>
            <bdi>{formatMoney(amount, format, language.langLocale)}</bdi>
          </Text>
        ))}
    </Group>
  )
}
