// What a text of a person's form needs to be written, and how long it may be.
import { longestFields, type PersonField } from '@wayfare/core/people'
import { useRowFields } from '../../shared/use-row-fields.ts'
import type { DraftField } from './person-form.ts'
import { fieldLabels, type PersonForm } from './use-person-form.ts'

export const useTextField = ({ form }: PersonForm) => {
  const { text } = useRowFields(form, fieldLabels)
  return (name: Exclude<DraftField, 'approved' | 'invite'>) => ({
    ...text(name),
    ...(name in longestFields ? { maxLength: longestFields[name as PersonField] } : {}),
  })
}
