// The first words of the page, which the server wrote into it: they stand before everything until the program has something to show.

/** The language they are in; null when the page came without them. */
export const readFrontLocale = (): string | null => document.documentElement.dataset['front'] ?? null

export const removeFront = (): void => document.getElementById('front')?.remove()
