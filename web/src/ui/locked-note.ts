// Why a control cannot be used while critical edits are locked: as its tip, and as what screen readers say of it.

/** The id of the sentence that the frame of the desk's pages holds while the lock is on. */
export const lockedNoteId = 'wf-locked'

/** For a control that the lock disables; `reason` is the sentence, null while it is open. */
export const makeLockProps = (reason: string | null) =>
  reason === null ? {} : ({ disabled: true, title: reason, 'aria-describedby': lockedNoteId } as const)
