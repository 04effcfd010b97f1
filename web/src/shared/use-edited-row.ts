// A row in a form that another person may save meanwhile: what was typed stays, on top of what they saved, until one decides.
import { useState } from 'react'
import { isCallError } from '../api/call.ts'
import { useT } from '../i18n/provider.tsx'
import { useAlert, useProblem } from '../ui/dialogs.tsx'
import { listDifferentFields, rebaseDraft } from '../ui/row-changed.ts'
import type { Difference } from '../ui/row-changed-note.tsx'
import type { FormState } from '../ui/use-form.ts'

type EditedRowOptions<Row, Draft> = {
  /** null while a new one is written */
  first: Row | null
  draftOf: (row: Row) => Draft
  /** the row as it is saved now; null when it is gone */
  read: (row: Row) => Promise<Row | null>
}

/** `describe` says how people read a field. */
export const useEditedRow = <Row, Draft extends object>(
  form: FormState<Draft>,
  { first, draftOf, read }: EditedRowOptions<Row, Draft>,
  describe: (field: keyof Draft & string, draft: Draft) => { label: string; text: string },
) => {
  const t = useT()
  const alert = useAlert()
  const tell = useProblem()
  /** what the form was filled from last: its version is sent */
  const [row, setRow] = useState(first)
  const [isContested, setContested] = useState(false)
  const meet = async (mine: Row) => {
    const theirs = await read(mine)
    if (theirs === null) return alert(t('table_row_gone'), { title: t('row_gone_title') })
    form.change((draft) => rebaseDraft(draftOf(mine), draft, draftOf(theirs)))
    setRow(theirs)
    setContested(true)
  }
  /** A refusal of a save, the one about another's save included. */
  const refuse = (cause: unknown) => {
    setContested(false)
    if (row !== null && isCallError(cause) && cause.key === 'row_changed') void meet(row).catch(tell)
    else form.refuse(cause)
  }
  const theirs = row === null ? form.draft : draftOf(row)
  const differenceOf = (field: keyof Draft & string): Difference => {
    const mine = describe(field, form.draft)
    return { label: mine.label, mine: mine.text, theirs: describe(field, theirs).text }
  }
  return {
    row,
    refuse,
    /** null while nobody came between */
    contest: isContested
      ? {
          differences: listDifferentFields(form.draft, theirs).map(differenceOf),
          onTheirs: () => {
            form.change(() => theirs)
            form.setProblems({})
            setContested(false)
          },
        }
      : null,
  }
}
