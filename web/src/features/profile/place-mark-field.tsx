// Which of one's places it is: home, work or another.
import type { PlaceMark } from '@wayfare/core/place-words'
import { useT } from '../../i18n/provider.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'

type PlaceMarkFieldProps = { value: PlaceMark | null; onChange: (mark: PlaceMark | null) => void }

const marks = ['home', 'work', 'none'] as const

export const PlaceMarkField = ({ value, onChange }: PlaceMarkFieldProps) => {
  const t = useT()
  return (
    <SegmentedField
      label={t('saved_place_mark')}
      hint={t('saved_place_mark_hint')}
      values={marks}
      value={value ?? 'none'}
      textOf={(mark) => t(mark === 'none' ? 'place_mark_none' : `place_mark_${mark}`)}
      onChange={(mark) => onChange(mark === 'none' ? null : mark)}
    />
  )
}
