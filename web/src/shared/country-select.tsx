// Choosing a country by its name or dial code: no flags, nothing from elsewhere.
import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage, useT } from '../i18n/provider.tsx'
import '../ui/select-styles.ts'
import styles from './phone-field.module.css'
import { formatCountryLabel, isFound, listCountries, type Country } from './country-list.ts'

type CountrySelectProps = { value: string; onChange: (country: string) => void }

const asFilter =
  (countries: ReadonlyMap<string, Country>): OptionsFilter =>
  ({ options, search }) =>
    (options as ComboboxItem[]).filter(({ value }) => {
      const country = countries.get(value)
      return country !== undefined && isFound(country, search)
    })

export const CountrySelect = ({ value, onChange }: CountrySelectProps) => {
  const t = useT()
  const { language } = useLanguage()
  const countries = useMemo(
    () => new Map(listCountries(language.langLocale).map((country) => [country.code, country])),
    [language.langLocale],
  )
  const data = useMemo(
    () => [...countries.values()].map((country) => ({ value: country.code, label: formatCountryLabel(country) })),
    [countries],
  )
  const filter = useMemo(() => asFilter(countries), [countries])
  return (
    <Select
      label={t('country')}
      data={data}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      filter={filter}
      nothingFoundMessage={t('nothing_found')}
      withScrollArea={false}
      comboboxProps={{ position: 'bottom-start', shadow: 'md' }}
      classNames={{ dropdown: styles.countriesBox ?? '', options: styles.countries ?? '', option: styles.country ?? '' }}
      renderOption={({ option }) => {
        const country = countries.get(option.value)
        return (
          <>
            <span>{country?.name}</span>
            <bdi dir="ltr">+{country?.dialCode}</bdi>
          </>
        )
      }}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
