// Every key that acts where one is now, and the switch that turns single keys off.
import { Stack, Switch } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import '../../ui/switch-styles.ts'
import { useKeyList, useKeysOn } from '../../ui/use-keys.ts'
import { readCommandKey } from './command-key.ts'
import styles from './palette.module.css'

const names: Record<string, string> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

const Keys = ({ keys }: { keys: string }) => {
  const t = useT()
  const [first = '', second] = keys.split(' ')
  return (
    <dd>
      <kbd>{names[first] ?? first}</kbd>
      {second !== undefined && (
        <>
          {t('keys_then')} <kbd>{names[second] ?? second}</kbd>
        </>
      )}
    </dd>
  )
}

export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const list = useKeyList()
  const [on, set] = useKeysOn()
  const hasEscape = list.some(({ keys }) => keys === 'Escape')
  return (
    <Dialog opened onClose={onClose} title={t('keys_title')}>
      <Stack>
        <dl className={styles.keys}>
          <div>
            <dt>{t('palette_open')}</dt>
            <dd dir="ltr">
              <kbd>{readCommandKey()}</kbd> + <kbd>K</kbd>
            </dd>
          </div>
          {list.map(({ keys, label }) => (
            <div key={keys} data-off={(!on && keys !== 'Escape') || undefined}>
              <dt>{label}</dt>
              <Keys keys={keys} />
            </div>
          ))}
          {!hasEscape && (
            <div>
              <dt>{t('key_escape')}</dt>
              <Keys keys="Escape" />
            </div>
          )}
        </dl>
        <Switch
          size="md"
          label={t('keys_switch')}
          description={t('keys_switch_help')}
          checked={on}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  )
}
