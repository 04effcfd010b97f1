// A date of which only a part is typed: the browser has no value for it, and a form would take it for one that was left empty.
import type { FormState } from './use-form.ts'

export const isHalfTyped = ({ element }: Pick<FormState<object>, 'element'>, name: string): boolean => {
  const field = element.current?.elements.namedItem(name)
  return field instanceof HTMLInputElement && field.validity.badInput
}
