// What the fields of a row's form are given: label, value, what is wrong, and the way to write it.
import type { InputWrapperProps } from '@mantine/core'
import { useT } from '../i18n/provider.tsx'
import type { RowForm } from './use-row-form.ts'

const inputWrapperOrder: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

/** `labels`: text keys by field. */
export const useRowFields = <Draft extends object, Name extends keyof Draft & string>(
  { draft, problems, set }: RowForm<Draft>,
  labels: Readonly<Record<Name, string>>,
) => {
  const t = useT()
  const fieldOf = (name: Name) => {
    const problem = problems[name]
    return {
      field: { name, label: t(labels[name]), value: String(draft[name]), error: problem && t(problem) },
      write: (value: string) => set({ [name]: value } as Partial<Draft>),
    }
  }
  return {
    /** for an `AmountField` */
    amount: (name: Name) => {
      const { field, write } = fieldOf(name)
      return { ...field, tidy: true, onChange: write }
    },
    /** for an input of Mantine */
    text: (name: Name) => {
      const { field, write } = fieldOf(name)
      return {
        ...field,
        autoComplete: 'off',
        inputWrapperOrder,
        onChange: (event: { currentTarget: { value: string } }) => write(event.currentTarget.value),
      }
    },
  }
}
