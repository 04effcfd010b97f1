// What a text of a person's form needs to be written: its label, its value, and what is wrong with it.
import type { InputWrapperProps } from '@mantine/core'
import { longestFields } from '@wayfare/core/people'
import type { PersonField } from '@wayfare/core/people'
import { useT } from '../../i18n/provider.tsx'
import type { DraftField } from './person-form.ts'
import { fieldLabels } from './use-person-form.ts'
import type { PersonForm } from './use-person-form.ts'

type TextField = Exclude<DraftField, 'approved' | 'invite'>

const order: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

export const useTextField = ({ form: { draft, problems, set } }: PersonForm) => {
  const t = useT()
  return (name: TextField) => ({
    name,
    ...(name in longestFields ? { maxLength: longestFields[name as PersonField] } : {}),
    label: t(fieldLabels[name]),
    value: draft[name],
    error: problems[name] && t(problems[name]),
    size: 'md' as const,
    autoComplete: 'off',
    inputWrapperOrder: order,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
}
