// One of a few values, side by side below their label.
import { Input, SegmentedControl } from '@mantine/core'

type SegmentedFieldProps<Value extends string> = {
  label: string
  hint?: string
  values: readonly Value[]
  value: Value
  textOf: (value: Value) => string
  onChange: (value: Value) => void
}

export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const { label, hint, values, value, textOf, onChange } = props
  return (
    <Input.Wrapper
      label={label}
      description={hint}
      size="md"
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <SegmentedControl
        fullWidth
        aria-label={label}
        value={value}
        onChange={onChange}
        data={values.map((one) => ({ value: one, label: textOf(one) }))}
      />
    </Input.Wrapper>
  )
}
