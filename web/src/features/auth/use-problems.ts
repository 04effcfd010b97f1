// What is wrong in a form, field by field; what is typed into a field takes its problem away.
import { useState, type FormEvent } from 'react'
import type { Problems } from './registration-form.ts'

export const useProblems = <Field extends string>() => {
  const [problems, setProblems] = useState<Problems<Field>>({})
  /** Shows them and puts the cursor at the first; true when there are none. */
  const show = (form: HTMLFormElement, found: Problems<Field>): boolean => {
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    return first === undefined
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof HTMLElement ? target.getAttribute('name') : null
    if (name !== null && name in problems) setProblems(({ [name as Field]: _mended, ...rest }) => rest as Problems<Field>)
  }
  return { problems, show, onInput }
}
