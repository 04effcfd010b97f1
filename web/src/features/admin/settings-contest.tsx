// Settings that another admin saved while they were changed here: both values, and the two ways on.
import type { SettingsDraft } from '@wayfare/core/settings-checks'
import { useT } from '../../i18n/provider.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import type { Translator } from '../../ui/text.ts'
import { makeFieldDraft } from './settings-changes.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** A value as people read it. */
const textOf = (t: Translator, field: keyof SettingsDraft, draft: SettingsDraft): string => {
  const value = draft[field]
  if (typeof value === 'boolean') return t(value ? 'flag_on' : 'flag_off')
  if (field === 'category') return t(`category_${value}`)
  if (field === 'passwordRule') return t(`password_rule_${value}`)
  return field === 'restrictCountry' && value === '' ? t('settings_anywhere') : String(value)
}

/** `refused`: how many saves were refused since; without one it is news. */
type SettingsContestProps = { form: SettingsForm; title: string; refused: number; onSave: () => void }

export const SettingsContest = ({ form, title, refused, onSave }: SettingsContestProps) => {
  const t = useT()
  const { contested } = form
  if (contested.length === 0) return null
  const stored = makeFieldDraft(form.all, {})
  return (
    <RowChangedNote
      key={refused}
      isNews={refused === 0}
      name={title}
      differences={contested.map((field) => ({
        label: t(`setting_${field}`),
        mine: textOf(t, field, form.draft),
        theirs: textOf(t, field, stored),
      }))}
      busy={form.busy}
      onTheirs={() => form.undo(contested)}
      onMine={onSave}
    />
  )
}
