// Brings people in from a file: chosen or pasted, looked at row by row, then made.
import { Alert, Button, Group, Progress, Stack, Switch, Text, Textarea } from '@mantine/core'
import { IconFileDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { importColumns, mostImportRows } from '@wayfare/contract/people-import'
import { formatCsvLine } from '@wayfare/core/csv'
import { bankFields, mayWriteField, vehicleFields } from '@wayfare/core/people'
import { useRef, useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { saveCsv } from '../../ui/save-text.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import '../../ui/form-styles.ts'
import '../../ui/switch-styles.ts'
import { ImportRows } from './import-rows.tsx'
import type { PeopleKind } from './people-kinds.ts'
import { usePeopleImport, type ImportReport } from './use-people-import.ts'

type PeopleImportDialogProps = { kind: PeopleKind; onClose: () => void }

const icon = { size: 18, 'aria-hidden': true } as const

/** The columns that a file for these people can use. */
const useColumns = ({ userType }: PeopleKind): readonly string[] => {
  const { me } = useSession()
  const hasBank = useSettings().data?.bankFields ?? false
  const left: readonly string[] = [
    ...(userType === 'driver' ? [] : [...vehicleFields, 'otherInfo', 'carType']),
    ...(userType === 'driver' && hasBank ? [] : bankFields),
  ]
  return importColumns.filter((column) => !left.includes(column) && me !== null && mayWriteField(me.userType, column))
}

type ChooseProps = { kind: PeopleKind; busy: boolean; onLook: (content: Blob | string) => void }

const Choose = ({ kind, busy, onLook }: ChooseProps) => {
  const t = useT()
  const format = useFormat()
  const columns = useColumns(kind)
  const files = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  return (
    <Stack gap="md">
      <Text>{t('people_import_text', { most: format.number(mostImportRows) })}</Text>
      <Text size="sm" c="dimmed" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {columns.join(', ')}
      </Text>
      <input
        ref={files}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        data-file="people"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // the same file may be chosen again
          event.currentTarget.value = ''
          if (file) onLook(file)
        }}
      />
      <Group gap="sm">
        <Button leftSection={<IconFileSpreadsheet {...icon} />} loading={busy} onClick={() => files.current?.click()}>
          {t('people_import_choose')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileDownload {...icon} />}
          onClick={() => saveCsv(formatCsvLine(columns), `${kind.table}.csv`)}
        >
          {t('people_import_template')}
        </Button>
      </Group>
      <Textarea
        label={t('people_import_paste')}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
        rows={6}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 14 } }}
      />
      <Group justify="flex-end">
        <Button variant="default" disabled={pasted.trim() === ''} loading={busy} onClick={() => onLook(pasted)}>
          {t('people_import_look')}
        </Button>
      </Group>
    </Stack>
  )
}

const Summary = ({ report }: { report: ImportReport }) => {
  const t = useT()
  const { make, made, exists, wrong, unknownColumns } = report
  const parts = [
    make > 0 && t('import_count_make', { count: make }),
    made > 0 && t('import_count_made', { count: made }),
    exists > 0 && t('import_count_exists', { count: exists }),
    wrong > 0 && t('import_count_wrong', { count: wrong }),
  ]
  return (
    <div>
      <Text fw={600} role="status">
        {parts.filter(Boolean).join(' ')}
      </Text>
      {unknownColumns.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('import_unknown', { columns: unknownColumns.join(', ') })}
        </Text>
      )}
    </div>
  )
}

type PreviewProps = { report: ImportReport; busy: boolean; onRun: (invite: boolean) => void; onAgain: () => void }

const Preview = ({ report, busy, onRun, onAgain }: PreviewProps) => {
  const t = useT()
  const { me } = useSession()
  const [invite, setInvite] = useState(false)
  return (
    <Stack gap="md">
      <Summary report={report} />
      {me?.userType !== 'admin' && (
        <Text size="sm" c="dimmed">
          {t('import_unseen')}
        </Text>
      )}
      <ImportRows report={report} />
      {report.mail === 'none' ? (
        <Text size="sm">{t('import_invite_no_mail')}</Text>
      ) : (
        <Switch
          label={t('import_invite')}
          description={report.mail === 'dev_inbox' ? t('mail_in_dev_inbox') : undefined}
          checked={invite}
          disabled={report.make === 0}
          onChange={(event) => setInvite(event.currentTarget.checked)}
          styles={{ body: { minHeight: 'var(--wf-touch)', alignItems: 'center' } }}
        />
      )}
      <FormFoot
        small
        label={t('import_run', { count: report.make })}
        busy={busy}
        disabled={report.make === 0}
        cancelLabel={t('import_another')}
        onPress={() => onRun(invite)}
        onCancel={onAgain}
      />
    </Stack>
  )
}

const Done = ({ report, onClose }: { report: ImportReport; onClose: () => void }) => {
  const t = useT()
  return (
    <Stack gap="md">
      <Summary report={report} />
      <ImportRows report={report} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  )
}

export const PeopleImportDialog = ({ kind, onClose }: PeopleImportDialogProps) => {
  const t = useT()
  const isNarrow = useNarrow()
  const { stage, problem, busy, look, run, again } = usePeopleImport(kind.userType)
  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={t('people_import_title', { who: t(kind.words.title) })}
      size={880}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      <Stack gap="md" aria-busy={busy}>
        {problem && (
          <Alert color="danger" role="alert">
            {problem}
          </Alert>
        )}
        {busy && <Progress value={100} striped animated aria-label={t('people_import_busy')} />}
        {stage.at === 'choose' && <Choose kind={kind} busy={busy} onLook={(content) => void look(content)} />}
        {stage.at === 'preview' && (
          <Preview report={stage.report} busy={busy} onRun={(invite) => void run(invite)} onAgain={again} />
        )}
        {stage.at === 'done' && <Done report={stage.report} onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}
