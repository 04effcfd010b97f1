// Texts as providers take them.

/** At most so many characters, none of them cut in two. */
export const shortenText = (text: string, most: number): string => [...text].slice(0, most).join('')
