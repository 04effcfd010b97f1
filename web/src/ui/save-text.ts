// Hands a text that was made here to the browser's downloads.
export const saveCsv = (text: string, name: string): void => {
  // a spreadsheet knows by the mark at the beginning that this is UTF-8
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
