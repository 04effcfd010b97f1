// How fast each class of road is driven in the city to be built: as usual, or as its operator knows it.
import { Badge, Button, Group, Text } from '@mantine/core'
import { roadClasses, roadSpeeds, type OwnSpeeds } from '@wayfare/core/road-speeds'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { FormState } from '../../ui/use-form.ts'
import classes from './cities.module.css'
import { NumberField } from './number-field.tsx'
import { noSpeeds, speedFields, type CityForm } from './use-city-import.ts'
import { useSpeedUnit } from './use-speed-unit.ts'

type SpeedsProps = {
  form: FormState<CityForm>
  /** the city that is served, whose speeds may be taken over */
  served: { name: string; speeds: OwnSpeeds } | undefined
}

export const CitySpeeds = ({ form, served }: SpeedsProps) => {
  const t = useT()
  const format = useFormat()
  const unit = useSpeedUnit()
  const [isOpen, setOpen] = useState(false)
  const { draft, problems, set } = form
  const own = speedFields.filter((field) => draft[field] !== '').length
  const isWrong = speedFields.some((field) => problems[field] !== undefined)
  const takeOver = ({ speeds }: { speeds: OwnSpeeds }) => {
    const taken = roadClasses.map((name) => [
      `speed_${name}`,
      speeds[name] === undefined ? '' : String(unit.fromKmh(speeds[name])),
    ])
    set(Object.fromEntries(taken) as Partial<CityForm>)
  }
  return (
    // a mistake in what is folded would be one that nobody sees
    <details className={classes.speeds} open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('city_speeds')} {own > 0 && <Badge variant="light">{t('city_speeds_own', { count: own })}</Badge>}
      </summary>
      <Text c="dimmed" mb="md">
        {t('city_speeds_note')}
      </Text>
      <div className={classes.speedFields}>
        {roadClasses.map((name) => {
          const field = `speed_${name}` as const
          return (
            <NumberField
              key={name}
              size="md"
              label={t(`road_${name}`)}
              digits={unit.digits}
              value={draft[field] === '' ? '' : Number(draft[field])}
              placeholder={format.number(unit.fromKmh(roadSpeeds[name]))}
              description={t('city_speed_usual', { speed: format.number(unit.fromKmh(roadSpeeds[name])), unit: unit.name })}
              rightSection={<span className={classes.unit}>{unit.name}</span>}
              rightSectionWidth={64}
              error={problems[field]}
              onChange={(value) => set({ [field]: value } as Partial<CityForm>)}
            />
          )
        })}
      </div>
      <Group mt="md">
        <Button variant="default" mih="var(--wf-touch)" disabled={own === 0} onClick={() => set(noSpeeds)}>
          {t('city_speeds_reset')}
        </Button>
        {served && Object.keys(served.speeds).length > 0 && (
          <Button variant="default" mih="var(--wf-touch)" onClick={() => takeOver(served)}>
            {t('city_speeds_as_in', { name: served.name })}
          </Button>
        )}
      </Group>
    </details>
  )
}
