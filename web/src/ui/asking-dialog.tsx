// A form in a dialog that asks before it does anything. A refusal stands above the buttons.
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { FailureNote } from './failure-note.tsx'
import { FormFoot } from './form-foot.tsx'
import { Form } from './form.tsx'
import { useAsking } from './use-asking.ts'
import { useForm, type FormOptions } from './use-form.ts'

/** A form that asks: `send` is called once the answer is yes. */
export const useAskingForm = <Draft extends object>(first: Draft, options: Omit<FormOptions<Draft>, 'ask'>) => {
  const asking = useAsking()
  return { ...useForm(first, { ...options, ask: asking.ask }), asking }
}

type AskingDialogProps = {
  title: string
  /** what the deed is called */
  label: string
  form: Pick<ReturnType<typeof useAskingForm<object>>, 'element' | 'submit' | 'asking'>
  write: { busy: boolean; cause: unknown; forget: () => void }
  /** what will happen, and to what */
  question: { title: string; text: string }
  danger?: boolean
  disabled?: boolean
  onClose: () => void
  children: ReactNode
}

export const AskingDialog = ({
  title,
  label,
  form,
  write,
  question,
  danger = false,
  onClose,
  children,
  ...props
}: AskingDialogProps) => (
  <Dialog opened onClose={onClose} title={title}>
    <Form form={form}>
      {children}
      <FailureNote cause={write.cause} onClose={write.forget} />
      <FormFoot label={label} busy={write.busy} disabled={props.disabled ?? false} onCancel={onClose} />
      <ConfirmDialog
        opened={form.asking.asking}
        title={question.title}
        confirmLabel={label}
        danger={danger}
        onConfirm={form.asking.yes}
        onClose={form.asking.no}
      >
        {question.text}
      </ConfirmDialog>
    </Form>
  </Dialog>
)
