// The form of `useForm`: Enter and its button send it off, and the first field that something is wrong with takes the cursor.
import { Stack, type StackProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { FormState } from './use-form.ts'

type FormProps = Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> & {
  form: Pick<FormState<object>, 'element' | 'submit'>
  gap?: StackProps['gap']
}

export const Form = ({ form: { element, submit }, gap = 'md', children, ...props }: FormProps) => (
  <form ref={element} onSubmit={(event) => void submit(event)} noValidate {...props}>
    {props.className === undefined ? <Stack gap={gap}>{children}</Stack> : children}
  </form>
)
