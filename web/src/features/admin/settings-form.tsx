// The groups of settings, each folding, and the bar that saves them.
import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AllSettings } from '@wayfare/contract/settings'
import { useRef, useState, type FormEvent } from 'react'
import { isCallError } from '../../api/call.ts'
import { useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAlert, useProblemText } from '../../ui/dialogs.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MoneyPreview } from './money-preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingsContest } from './settings-contest.tsx'
import { findFirstProblem } from './settings-changes.ts'
import { listGroups, type SettingsPlace } from './settings-groups.ts'
import classes from './settings.module.css'
import { readProblems, useSettingsForm, type SettingsForm as Form } from './use-settings-form.ts'

/** Brings a field into view, unfolding its group, and puts the cursor there. */
const focusOn = (form: HTMLFormElement | null, field: string): void => {
  const input = form?.querySelector<HTMLInputElement>(`[data-field="${field}"]`)
  const group = input?.closest('details')
  if (group) group.open = true
  input?.focus()
}

/** Tells in one alert why nothing was saved. */
const useTellFailure = (): ((cause: unknown) => void) => {
  const t = useT()
  const alert = useAlert()
  const problemText = useProblemText()
  return (cause) => {
    const failure = isCallError(cause) ? cause : null
    const requestId = failure?.requestId ?? undefined
    const isNamed = failure?.key === 'demo_mode' || Object.keys(readProblems(cause)).length > 0
    alert(isNamed ? problemText(cause) : `${t('update_failed')} ${problemText(cause)}`, {
      title: t('settings_unsaved_title'),
      requestId,
    })
  }
}

type GroupsProps = { place: SettingsPlace; form: Form; locked: boolean; isPhone: boolean }

const Groups = ({ place, form, locked, isPhone }: GroupsProps) => {
  const t = useT()
  return listGroups(place, form.draft).map(({ name, fields }, index) => (
    <details key={`${name}${isPhone}`} className={classes.group} open={!isPhone || index === 0}>
      <summary className={classes.heading}>
        <Title order={2} size="h5">
          {t(`settings_group_${name}`)}
        </Title>
      </summary>
      <div className={classes.fields}>
        {fields.map((item) => (
          <SettingField key={item.field} item={item} form={form} locked={locked} />
        ))}
        {name === 'money' && <MoneyPreview draft={form.draft} />}
      </div>
    </details>
  ))
}

type SettingsFormProps = { place: SettingsPlace; title: string; all: AllSettings }

export const SettingsForm = ({ place, title, all }: SettingsFormProps) => {
  const t = useT()
  const form = useSettingsForm(all)
  const element = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const tellFailure = useTellFailure()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState(0)
  // what another saved may be read only after the refusal: only the end of a contest ends the count
  const isContested = form.contested.length > 0
  const [wasContested, setWasContested] = useState(isContested)
  if (wasContested !== isContested) {
    setWasContested(isContested)
    if (!isContested) setRefused(0)
  }
  const locked = !all.settings.allowCriticalEditsAdmin
  const locks = form.isChanged('allowCriticalEditsAdmin') && !form.draft.allowCriticalEditsAdmin
  const save = async (from?: AllSettings) => {
    setAsking(false)
    const outcome = await form.save(from)
    if (outcome.is === 'contested') setRefused((times) => times + 1)
    if (outcome.is !== 'failed') return
    tellFailure(outcome.cause)
    const field = findFirstProblem(place, readProblems(outcome.cause))
    if (field) focusOn(element.current, field)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const field = findFirstProblem(place, form.check())
    if (field) return focusOn(element.current, field)
    if (locks) return setAsking(true)
    void save()
  }
  return (
    <form ref={element} onSubmit={submit} noValidate className={classes.form} aria-label={title}>
      <Groups place={place} form={form} locked={locked} isPhone={isPhone} />
      <SettingsContest form={form} title={title} refused={refused} onSave={() => void save(all)} />
      {!locked && <SaveBar changed={form.changed} isContested={isContested} busy={form.busy} onDiscard={form.discard} />}
      <LeaveGuard changed={form.changed} />
      <ConfirmDialog
        opened={asking}
        title={t('settings_lock_title')}
        confirmLabel={t('settings_lock')}
        danger
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      >
        {t('settings_lock_text')}
      </ConfirmDialog>
    </form>
  )
}
