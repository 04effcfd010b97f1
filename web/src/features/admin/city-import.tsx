// A new city out of an extract of OpenStreetMap: a file of one's own, or one that lies on the server.
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Code,
  FileInput,
  Group,
  Progress,
  SegmentedControl,
  Select,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import type { CityList } from '@wayfare/contract/cities'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Form } from '../../ui/form.tsx'
import type { FormState } from '../../ui/use-form.ts'
import { listCountryChoices, listZoneChoices } from './choice-lists.ts'
import classes from './cities.module.css'
import { CitySpeeds } from './city-speeds.tsx'
import { useCityImport, type CityForm } from './use-city-import.ts'
import '../../ui/select-styles.ts'

type FieldsProps = { form: FormState<CityForm> }

const Source = ({ form, list }: FieldsProps & { list: CityList }) => {
  const t = useT()
  const format = useFormat()
  const { draft, set, problems } = form
  if (draft.from === 'upload') {
    return (
      <FileInput
        size="md"
        label={t('city_file')}
        description={t('city_file_note')}
        placeholder={t('city_file_choose')}
        leftSection={<IconFileUpload size={18} aria-hidden />}
        accept=".pbf,.geojson"
        clearable
        value={draft.file}
        error={problems.file && t(problems.file)}
        onChange={(file) => set({ file })}
      />
    )
  }
  if (list.files === null) {
    return (
      <Alert color="neutral">
        {t('city_no_folder')} <Code dir="ltr">WAYFARE_CITY_FILES=/srv/extracts</Code>
      </Alert>
    )
  }
  if (list.files.length === 0) return <Alert color="neutral">{t('city_folder_empty')}</Alert>
  return (
    <Select
      size="md"
      label={t('city_file')}
      data={list.files.map(({ file, bytes }) => ({
        value: file,
        label: `${file} (${t('city_megabytes', { count: format.number(Math.ceil(bytes / 1e6)) })})`,
      }))}
      value={draft.onServer}
      error={problems.onServer && t(problems.onServer)}
      onChange={(onServer) => set({ onServer })}
    />
  )
}

const Options = ({ form }: FieldsProps) => {
  const t = useT()
  const { draft, set } = form
  const { language } = useLanguage()
  return (
    <div className={classes.fields}>
      <TextInput {...form.text('name')} size="md" label={t('city_name')} description={t('city_name_note')} maxLength={80} />
      <TextInput
        {...form.text('bbox')}
        size="md"
        label={t('city_bbox')}
        description={t('city_bbox_note')}
        placeholder="-8.70,41.10,-8.55,41.20"
        dir="ltr"
      />
      <Select
        size="md"
        label={t('country')}
        description={t('city_region_note')}
        placeholder={t('city_from_map')}
        data={listCountryChoices(language.langLocale)}
        searchable
        clearable
        value={draft.country}
        onChange={(country) => set({ country })}
      />
      <Select
        size="md"
        label={t('city_time_zone')}
        description={t('city_region_note')}
        placeholder={t('city_from_map')}
        data={listZoneChoices('UTC')}
        searchable
        clearable
        value={draft.timeZone}
        onChange={(timeZone) => set({ timeZone })}
      />
      <Checkbox
        label={t('city_taxi_lanes')}
        description={t('city_taxi_lanes_note')}
        checked={draft.usesTaxiLanes}
        onChange={(event) => set({ usesTaxiLanes: event.currentTarget.checked })}
      />
    </div>
  )
}

export const CityImport = ({ list }: { list: CityList }) => {
  const t = useT()
  const { form, upload, failure, forget } = useCityImport()
  const percent = Math.round((upload.share ?? 0) * 100)
  return (
    <section className={classes.card} aria-labelledby="city-import">
      <Title order={2} size="h4" id="city-import" mb={4}>
        {t('city_import')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('city_import_text')}{' '}
        <Anchor href="https://download.geofabrik.de/" target="_blank" rel="noreferrer">
          download.geofabrik.de
        </Anchor>
      </Text>
      <Form form={form} className={classes.form}>
        <FailureNote cause={failure} onClose={forget} />
        <SegmentedControl
          data={[
            { value: 'upload', label: t('city_from_here') },
            { value: 'server', label: t('city_from_server') },
          ]}
          value={form.draft.from}
          onChange={(from) => form.set({ from: from === 'server' ? 'server' : 'upload' })}
        />
        <Source form={form} list={list} />
        <Options form={form} />
        <CitySpeeds form={form} served={list.cities.find(({ dataset }) => dataset === list.active)} />
        {upload.share !== null && (
          <div>
            <Progress value={percent} aria-label={t('city_uploading')} />
            <Text role="status" size="sm" mt={4}>
              {t('city_uploading')} · {t('city_percent', { percent })}
            </Text>
          </div>
        )}
        <Group>
          <Button type="submit" size="md" loading={form.busy} disabled={list.work !== null}>
            {t('city_import')}
          </Button>
          {upload.share !== null && (
            <Button variant="default" size="md" onClick={() => void upload.cancel()}>
              {t('city_cancel')}
            </Button>
          )}
        </Group>
      </Form>
    </section>
  )
}
