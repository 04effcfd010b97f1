// Whose service it is: its name, the firm behind it, what can be booked, and the language that its site begins in.
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, Select, TextInput } from '@mantine/core'
import { makeDefaultLanguage } from '@wayfare/contract/languages-admin'
import type { Language } from '@wayfare/contract/languages'
import { saveSettings, type AllSettings } from '@wayfare/contract/settings'
import { categories } from '@wayfare/core/settings'
import { checkSettings } from '@wayfare/core/settings-checks'
import { queryKeys } from '../../api/query-client.ts'
import { useAllSettings, useLanguages } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { Form } from '../../ui/form.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import '../../ui/select-styles.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useForm } from '../../ui/use-form.ts'
import { makeFieldDraft } from './settings-changes.ts'
import { readProblems } from './use-settings-form.ts'

type FirmFormProps = { all: AllSettings; languages: readonly Language[]; onDone: () => void }

const FirmForm = ({ all, languages, onDone }: FirmFormProps) => {
  const t = useT()
  const { me } = useSession()
  const saving = useWrite(saveSettings)
  const choosing = useWrite(makeDefaultLanguage, { stale: [queryKeys.languages] })
  const { appName, companyName, contactEmail, category } = all.settings
  const first = languages.find((language) => language.default)?.id ?? null
  const form = useForm(
    { appName, companyName, contactEmail: contactEmail || (me?.email ?? ''), category, language: first },
    {
      check: ({ language: _language, ...firm }) => {
        const problems = checkSettings(makeFieldDraft(all, firm))
        return Object.fromEntries(Object.entries(problems).filter(([field]) => field in firm))
      },
      send: async ({ language, ...firm }) => {
        await saving.send({ ...firm, version: all.version })
        if (language !== null && language !== first) await choosing.send({ id: language })
        onDone()
      },
      refused: (_key, _draft, cause) => readProblems(cause),
    },
  )
  return (
    <Form form={form}>
      <TextInput
        {...form.text('appName')}
        size="md"
        label={t('setting_appName')}
        description={t('setting_appName_help')}
        maxLength={300}
      />
      <TextInput
        {...form.text('companyName')}
        size="md"
        label={t('setting_companyName')}
        description={t('setup_company_help')}
        autoComplete="organization"
        maxLength={300}
      />
      <TextInput
        {...form.text('contactEmail')}
        size="md"
        type="email"
        label={t('setting_contactEmail')}
        description={t('setting_contactEmail_help')}
        inputMode="email"
        maxLength={300}
        dir="ltr"
      />
      <SegmentedField
        label={t('setting_category')}
        values={categories}
        value={form.draft.category}
        textOf={(value) => t(`category_${value}`)}
        onChange={(value) => form.set({ category: value })}
      />
      <Select
        size="md"
        label={t('setup_language')}
        description={t('setup_language_help')}
        data={languages.map(({ id, langName }) => ({ value: id, label: langName }))}
        value={form.draft.language}
        allowDeselect={false}
        onChange={(language) => form.set({ language })}
      />
      <Button type="submit" size="md" loading={form.busy} style={{ alignSelf: 'flex-start' }}>
        {t('setup_next')}
      </Button>
    </Form>
  )
}

export const SetupFirm = ({ onDone }: { onDone: () => void }) => {
  const all = useAllSettings()
  const languages = useLanguages()
  if (all.error.flag) return <LoadAlert cause={all.error.cause} onAgain={all.reload} />
  if (!all.data || !languages.data) return <Spinner tall={false} />
  return <FirmForm key={all.data.version} all={all.data} languages={languages.data} onDone={onDone} />
}
