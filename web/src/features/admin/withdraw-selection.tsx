// Several withdrawals at once: chosen in the list, taken to the bank as one file, and said to be paid out together.
import { Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { IconBuildingBank, IconCircleCheck } from '@tabler/icons-react'
import { exportTransfers, type WithdrawRow } from '@wayfare/contract/wallet-admin'
import { useState } from 'react'
import { callFile, isCallError } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import { makeLockProps } from '../../ui/locked-note.ts'
import { saveFile } from '../../ui/save-text.ts'
import type { Translator } from '../../ui/text.ts'

/** Those that wait can be chosen; a row that is no longer among them, or was settled meanwhile, is not chosen any more. */
export const useWithdrawSelection = (rows: readonly WithdrawRow[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const chosen = waiting.filter(({ id }) => ids.has(id))
  return {
    chosen,
    waiting,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    all: () => setIds(new Set(waiting.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
export type WithdrawSelection = ReturnType<typeof useWithdrawSelection>

/** A box before each row that waits. */
export const selectColumn = (t: Translator, { has, toggle }: WithdrawSelection): Column<WithdrawRow> => ({
  id: 'select',
  header: t('withdraw_select'),
  cell: ({ id, name, state }) =>
    state === 'waiting' && (
      <Checkbox size="md" aria-label={t('withdraw_select_of', { name })} checked={has(id)} onChange={() => toggle(id)} />
    ),
})

/** Cents are added as whole numbers: sums of decimals drift. */
const sumOf = (rows: readonly WithdrawRow[]): string => {
  const digits = Math.max(0, ...rows.map(({ amount }) => (amount.split('.')[1] ?? '').length))
  const sum = rows.reduce((total, { amount }) => total + BigInt(amount.replace('.', '')), 0n)
  const text = String(sum).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const endings = { csv: 'csv', sepa: 'xml' } as const

const BankFile = ({ ids, locked }: { ids: readonly string[]; locked: string | null }) => {
  const t = useT()
  const problem = useProblem()
  const alert = useAlert()
  const [busy, setBusy] = useState(false)
  const save = async (format: keyof typeof endings) => {
    setBusy(true)
    try {
      saveFile(await callFile(exportTransfers, { ids: ids.join(','), format }), `payouts.${endings[format]}`)
    } catch (cause) {
      const names = isCallError(cause) ? cause.details?.['names'] : undefined
      if (typeof names === 'string') alert(t('payout_no_iban_names', { names }), { title: t('payout_no_iban_title') })
      else problem(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconBuildingBank size={18} aria-hidden />}
          loading={busy}
          {...makeLockProps(locked)}
        >
          {t('withdraws_bank_file')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'sepa'] as const).map((format) => (
          <Menu.Item key={format} mih="var(--wf-touch)" onClick={() => void save(format)}>
            {t(format === 'csv' ? 'withdraws_bank_csv' : 'withdraws_bank_sepa')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type BarProps = { selection: WithdrawSelection; locked: string | null; busy: boolean; onComplete: (sum: string) => void }

/** What can be done with those that are chosen. */
export const WithdrawSelectionBar = ({ selection, locked, busy, onComplete }: BarProps) => {
  const t = useT()
  const format = useFormat()
  const { chosen, waiting, all, clear } = selection
  const sum = sumOf(chosen)
  if (waiting.length === 0) return null
  return (
    <Group gap="sm" mih="var(--wf-touch)">
      {chosen.length < waiting.length && (
        <Button variant="default" onClick={all}>
          {t('withdraws_select_all')}
        </Button>
      )}
      {chosen.length > 0 && (
        <>
          <Text fw={600} role="status">
            {t('withdraws_selected', { count: chosen.length, amount: format.exactMoney(sum as never) })}
          </Text>
          <BankFile ids={chosen.map(({ id }) => id)} locked={locked} />
          <Button leftSection={<IconCircleCheck size={18} aria-hidden />} loading={busy} onClick={() => onComplete(sum)}>
            {t('withdraw_complete')}
          </Button>
          <Button variant="subtle" onClick={clear}>
            {t('withdraws_unselect')}
          </Button>
        </>
      )}
    </Group>
  )
}
