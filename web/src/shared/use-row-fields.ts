// What the fields of a row's form are given: label, value, what is wrong, and the way to write it.
import type { InputWrapperProps } from '@mantine/core'
import { useT } from '../i18n/provider.tsx'
import type { FormState } from '../ui/use-form.ts'

const inputWrapperOrder: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

/** `labels`: text keys by field. */
export const useRowFields = <Draft extends object, Name extends keyof Draft & string>(
  form: FormState<Draft>,
  labels: Readonly<Record<Name, string>>,
) => {
  const t = useT()
  return {
    /** for an `AmountField` */
    amount: (name: Name) => ({ ...form.typed(name), label: t(labels[name]), tidy: true }),
    /** for an input of Mantine */
    text: (name: Name) => ({ ...form.text(name), label: t(labels[name]), autoComplete: 'off', inputWrapperOrder }),
  }
}
