// What two people typed into the same row: what was not touched follows what is saved, the rest is named to be decided.

/** What is typed, on top of what another saved: fields as they were read are theirs now. */
export const rebaseDraft = <Draft extends object>(read: Draft, mine: Draft, theirs: Draft): Draft => {
  const touched = Object.entries(mine).filter(([field, value]) => value !== read[field as keyof Draft])
  return { ...theirs, ...Object.fromEntries(touched) }
}

export const listDifferentFields = <Draft extends object>(mine: Draft, theirs: Draft): (keyof Draft & string)[] =>
  (Object.keys(mine) as (keyof Draft & string)[]).filter((field) => mine[field] !== theirs[field])

/** What is typed now and was not yet when the rest was sent off to be saved. */
export const keepTypedSince = <Draft extends object>(sent: Draft, now: Draft): Draft =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as keyof Draft])) as Draft
