// A setting as it is and as it would suit the city, behind its tick box.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/provider.tsx'
import { nameCountry } from './city-words.ts'
import classes from './city-suit.module.css'

type CitySuitRowProps = { box: ReactNode; kind: 'country' | 'timeZone'; from: string; to: string }

export const CitySuitRow = ({ box, kind, from, to }: CitySuitRowProps) => {
  const { language } = useLanguage()
  const say = (value: string): string => (kind === 'country' ? nameCountry(value, language.langLocale) : value)
  return (
    <div>
      {box}
      <Text className={classes.change} component="p">
        <bdi className={classes.today}>{say(from)}</bdi> <span className={classes.arrow}>→</span> <bdi>{say(to)}</bdi>
      </Text>
    </div>
  )
}
