// Hands a file that was made or fetched here to the browser's downloads.
import { csvMark } from '@wayfare/core/csv'

export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export const saveCsv = (text: string, name: string): void =>
  saveFile(new Blob([csvMark, text], { type: 'text/csv;charset=utf-8' }), name)
