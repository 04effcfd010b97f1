// What a file is kept under, in a folder as in a store.

/** Keys are ours, yet nothing that could climb out of its place is one. */
export const isStorageKey = (key: string): boolean => /^[a-z0-9]+(\/[a-z0-9-]+)*$/i.test(key)

export const checkStorageKey = (key: string): string => {
  if (!isStorageKey(key)) throw new Error('not a storage key')
  return key
}
