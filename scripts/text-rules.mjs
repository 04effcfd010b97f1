// Checks that every text key the code uses has an English text, and that every English text is used. Reads sources as text.
import { finding } from './house-links.mjs'
import { lineOf, scan } from './house-scan.mjs'
import * as houseLaw from './text-law.mjs'

const pluralEnd = /_(zero|one|two|few|many|other)$/

/** Returns the keys as the code uses them: those with plural forms by their base. */
const askableKeys = (english) => {
  const isPlural = (key) =>
    pluralEnd.test(key) && ['_one', '_other'].every((end) => english[key.replace(pluralEnd, end)] !== undefined)
  return new Set(Object.keys(english).map((key) => (isPlural(key) ? key.replace(pluralEnd, '') : key)))
}

const quoted = /(['"`])((?:(?!\1)[^\\\n$])*)\1/g
const quotedIn = (text) => [...text.matchAll(quoted)].map((match) => ({ word: match[2], at: match.index }))

const template = /`((?:[^`$]|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\})*\})*)`/g

/** Lists the templates in a text as shapes: a star replaces each placeholder. */
const shapesIn = (text) =>
  [...text.matchAll(template)]
    .filter(([, inside]) => inside.includes('${'))
    .map((match) => ({ shape: match[1].replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '*'), at: match.index }))

/** The list's own lines, up to the next declaration. */
const blockOf = (text, name) => {
  const start = text.search(new RegExp(`\\b(?:const|type) ${name}\\b`))
  if (start < 0) return null
  return /^.*?(?=\n(?:\n|export |const |type |\/\*\*)|$(?![^]))/s.exec(text.slice(start))?.[0] ?? null
}

const wordsFrom = (files, [path, name, pattern]) => {
  const block = blockOf(files.get(path) ?? '', name)
  return block === null ? [] : [...block.matchAll(pattern)].map(([, found]) => found)
}

/** Lists the first argument of each call of t. */
const askedIn = (file) => {
  const asked = []
  for (const match of file.code.matchAll(/\bt\(/g)) {
    let depth = 0
    let end = match.index + 1
    for (; end < file.code.length; end++) {
      const char = file.code[end]
      if ('([{'.includes(char)) depth++
      else if (')]}'.includes(char)) depth--
      if (depth === 0 || (depth === 1 && char === ',')) break
    }
    asked.push({ text: file.words.slice(match.index + 2, end), at: match.index + 2 })
  }
  return asked
}

/** True if a word is only an operand of a comparison, and so not a key. */
const isCompared = (text, at) => /[!=]==\s*$/.test(text.slice(0, at))

const expandFamilies = (files, law) =>
  law.families.map((family) => {
    const values = family.values ?? wordsFrom(files, family.from)
    const words = family.lower ? values.map((value) => value.toLowerCase()) : values
    return { ...family, words, keys: words.map((value) => family.shape.replace('*', value)) }
  })

const inLaw = (says) => finding('scripts/text-law.mjs', 1, 'family', says)
const inTexts = (says, rule) => finding('server/src/db/texts/en.json', 1, rule, says)

const checkFamilies = (families, keys, shapesUsed) =>
  families.flatMap(({ shape, words, keys: wanted }) => {
    if (words.length === 0) return [inLaw(`${shape} has no words: the list it is made from is not where the law says.`)]
    if (!shapesUsed.has(shape)) return [inLaw(`nothing asks for ${shape}: take the family off.`)]
    return wanted.filter((key) => !keys.has(key)).map((key) => inLaw(`${key} (of ${shape}) has no English text.`))
  })

const checkAsked = (file, keys, families) => {
  const shapes = new Set(families.map(({ shape }) => shape))
  return askedIn(file).flatMap(({ text, at }) => {
    const says = (offset, rule, words) => finding(file.path, lineOf(file.words, at + offset), rule, words)
    return [
      // words inside a template belong to its family
      ...quotedIn(text.replaceAll(template, (all) => (all.includes('${') ? ' '.repeat(all.length) : all)))
        .filter(({ word, at: place }) => word !== '' && !keys.has(word) && !isCompared(text, place))
        .map(({ word, at: place }) => says(place, 'text', `'${word}' has no English text.`)),
      ...shapesIn(text)
        .filter(({ shape }) => !shapes.has(shape))
        .map(({ shape, at: place }) => says(place, 'shape', `${shape} is no family: name its words in scripts/text-law.mjs.`)),
    ]
  })
}

const snakeCase = /^[a-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/

/** In the page and the contract's word lists, a word in snake case is a key; elsewhere, only one with certain prefixes. */
const checkWords = (file, known, law) => {
  const isKey = (word) =>
    law.inKeys.test(file.path) ? snakeCase.test(word) : law.certainPrefixes.some((start) => word.startsWith(start))
  return quotedIn(file.words)
    .filter(({ word }) => isKey(word) && snakeCase.test(word) && !known.has(word))
    .map(({ word, at }) => finding(file.path, lineOf(file.words, at), 'text', `'${word}' has no English text.`))
}

const isRead = (path) => /^(core|contract|server|web)\/src\//.test(path) && !/\.test\.tsx?$/.test(path)

const findAll = (files, english, law) => {
  const keys = askableKeys(english)
  const listed = law.keyLists.flatMap(([path, name]) => wordsFrom(files, [path, name, /'(\w+)'/g]))
  const listFiles = new Set(law.keyLists.map(([path]) => path))
  const families = expandFamilies(files, law)
  const scanned = [...files].filter(([path]) => isRead(path)).map(([path, text]) => scan(path, text))
  const shapesUsed = new Set(scanned.flatMap(({ words }) => shapesIn(words).map(({ shape }) => shape)))
  const made = families.flatMap((family) => family.keys)
  const known = new Set([...keys, ...law.notKeys, ...families.flatMap(({ words }) => words)])
  const used = new Set([...listed, ...made, ...scanned.flatMap(({ words }) => quotedIn(words).map(({ word }) => word))])
  return [
    ...(listed.length === 0 ? [inTexts('the lists of keys are not where the law says.', 'text')] : []),
    ...listed.filter((key) => !keys.has(key)).map((key) => inTexts(`${key}, which a refusal may carry, is missing.`, 'text')),
    ...[...keys]
      .filter((key) => !used.has(key))
      .map((key) => inTexts(`nothing asks for ${key}: take it out of all languages.`, 'unused')),
    ...checkFamilies(families, keys, shapesUsed),
    ...scanned.flatMap((file) => checkAsked(file, keys, families)),
    ...scanned.filter(({ path }) => !listFiles.has(path)).flatMap((file) => checkWords(file, known, law)),
  ]
}

/** Returns all findings, without duplicates, for files (path to text) and the English texts by key. */
export const checkTexts = (files, english, law = houseLaw) => {
  const counted = { files: files.size, texts: Object.keys(english).length }
  const few = Object.keys(law.fewest).filter((what) => counted[what] < law.fewest[what])
  if (few.length > 0) {
    return few.map((what) =>
      finding(
        '.',
        1,
        'files',
        `only ${counted[what]} ${what} were seen, ${law.fewest[what]} expected: the check looks at the wrong place.`,
      ),
    )
  }
  const seen = new Set()
  return findAll(files, english, law).filter(({ path, line, says }) => {
    const name = `${path}:${line} ${says}`
    return !seen.has(name) && seen.add(name)
  })
}
