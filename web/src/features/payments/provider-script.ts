// A provider's own script, which draws its card fields: fetched from the provider as it wants, and only on the page of a payment.

const loaded = new Map<string, Promise<void>>()

/** `id`: some find their own element by it. A script that did not come may be tried again. */
export const loadScript = (src: string, id?: string): Promise<void> => {
  const known = loaded.get(src)
  if (known) return known
  const coming = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = src
    element.async = true
    if (id !== undefined) element.id = id
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      loaded.delete(src)
      reject(new Error(`${new URL(src).host} sent no script`))
    })
    document.head.append(element)
  })
  loaded.set(src, coming)
  return coming
}

/** What such a script leaves behind. */
export const readGlobal = <T>(name: string): T => {
  const found = (globalThis as unknown as Record<string, T | undefined>)[name]
  if (found === undefined) throw new Error(`the script left no ${name}`)
  return found
}
