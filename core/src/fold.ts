// Folding: what makes "Göteborg", "goteborg" and "GOTEBORG" the same text to the search.

/** Letters that do not decompose into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' }

/** Lowercase text without diacritics; everything but letters and digits becomes a single space. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[øđðłßæœþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
