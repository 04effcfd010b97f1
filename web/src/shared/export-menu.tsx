// A report as a file, in one of two kinds; the demo lock keeps it in and says so.
import { Button, Menu } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useSettings } from '../api/queries.ts'
import { useT } from '../i18n/provider.tsx'
import { useProblem } from '../ui/dialogs.tsx'
import { makeLockProps } from '../ui/locked-note.ts'
import { saveFile } from '../ui/save-text.ts'

const sheetFormats = ['csv', 'xlsx'] as const
type SheetFormat = (typeof sheetFormats)[number]

const names = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

/** `name` is without its ending. */
type ExportMenuProps = { name: string; fetchFile: (format: SheetFormat) => Promise<Blob> }

export const ExportMenu = ({ name, fetchFile }: ExportMenuProps) => {
  const t = useT()
  const problem = useProblem()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const [busy, setBusy] = useState(false)
  const save = async (format: SheetFormat) => {
    setBusy(true)
    try {
      saveFile(await fetchFile(format), `${name}.${format}`)
    } catch (cause) {
      problem(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          h="var(--wf-touch)"
          data-export
          leftSection={<IconFileDownload size={18} aria-hidden />}
          {...makeLockProps(isLocked ? t('demo_mode') : null)}
          loading={busy}
        >
          {t('report_export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sheetFormats.map((format) => (
          <Menu.Item key={format} mih="var(--wf-touch)" onClick={() => void save(format)}>
            {names[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
