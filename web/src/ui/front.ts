// The first words of the page, which the server wrote into it: they stand before everything until the program has something to show.

/** The language they are in; null when the page came without them. */
export const readFrontLocale = (): string | null => document.documentElement.dataset['front'] ?? null

const findFront = (): HTMLElement | null => document.getElementById('front')

export const removeFront = (): void => findFront()?.remove()

/** So long (ms) the first words stay for a page that has no title of its own yet, as on a slow phone; then it says itself what it waits for. */
const stayMs = 5000

const isPageThere = (): boolean => document.querySelector('#root h1') !== null

/** Takes the first words away in the moment in which the page's own title stands; the answer calls it off. */
export const replaceFront = (): (() => void) => {
  const front = findFront()
  if (!front) return () => undefined
  // what is beneath it is the page now, also for those who listen
  front.setAttribute('aria-hidden', 'true')
  const observer = new MutationObserver(() => isPageThere() && end())
  const timer = setTimeout(() => end(), stayMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const end = () => {
    stop()
    removeFront()
  }
  if (isPageThere()) end()
  else observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
