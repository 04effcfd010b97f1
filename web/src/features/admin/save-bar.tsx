// How many fields were changed, and the two ways on: it stays in sight at the bottom of the page.
import { Button, Group, Text } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import classes from './settings.module.css'

type SaveBarProps = { changed: number; isContested: boolean; busy: boolean; onDiscard: () => void }

export const SaveBar = ({ changed, isContested, busy, onDiscard }: SaveBarProps) => {
  const t = useT()
  const count = changed === 0 ? t('settings_unchanged') : t('settings_changed', { count: changed })
  return (
    <div className={classes.bar}>
      <Text size="sm" role="status" className={classes.count}>
        {isContested ? t('row_changed') : count}
      </Text>
      <Group gap="sm">
        <Button variant="default" size="md" disabled={changed === 0 || busy} onClick={onDiscard}>
          {t('settings_discard')}
        </Button>
        <Button type="submit" size="md" disabled={changed === 0} loading={busy}>
          {t('save')}
        </Button>
      </Group>
    </div>
  )
}
