// Hands a file that was made or fetched here to the browser's downloads.
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
