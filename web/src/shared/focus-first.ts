// Puts the cursor into the first field that something is wrong with; `problems` are named as the fields are.
export const focusFirst = (form: HTMLElement | null, problems: object): void => {
  const [first] = Object.keys(problems)
  if (first) form?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
}
