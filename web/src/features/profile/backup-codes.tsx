// The backup codes, shown this once: to copy, to keep as a file, or to print.
import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import classes from './profile.module.css'
import { saveFile } from '../../ui/save-text.ts'

type BackupCodesProps = { codes: readonly string[]; onDone: () => void }

/** Prints the codes alone: the rest of the page is hidden from paper by the style of the list. */
const printCodes = () => {
  const root = document.documentElement
  root.dataset['printing'] = 'codes'
  window.addEventListener('afterprint', () => delete root.dataset['printing'], { once: true })
  window.print()
}

export const BackupCodes = ({ codes, onDone }: BackupCodesProps) => {
  const t = useT()
  const appName = useSettings().data?.appName ?? 'Wayfare'
  const text = `${codes.join('\n')}\n`
  const heading = t('factor_codes_of', { name: appName })
  const icon = { size: 18, 'aria-hidden': true } as const
  return (
    <Stack>
      <Alert color="warn">{t('factor_codes_text')}</Alert>
      <div className={classes.codesToPrint}>
        <p>{heading}</p>
        <ul className={classes.codes} dir="ltr" aria-label={heading}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="md"
              leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
              onClick={copy}
            >
              <span role="status">{t(copied ? 'copied' : 'copy')}</span>
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload {...icon} />}
          onClick={() => saveFile(new Blob([`${heading}\n\n${text}`], { type: 'text/plain' }), 'backup-codes.txt')}
        >
          {t('factor_codes_download')}
        </Button>
        <Button variant="default" size="md" leftSection={<IconPrinter {...icon} />} onClick={printCodes}>
          {t('factor_codes_print')}
        </Button>
      </Group>
      <Button size="md" onClick={onDone} data-autofocus>
        {t('factor_codes_kept')}
      </Button>
    </Stack>
  )
}
