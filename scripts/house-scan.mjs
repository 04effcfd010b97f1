// Promise: reads a source file well enough to judge it (comments, strings, imports, functions) without a parser and without packages.

const regexMayFollow = /(?:[(,=:[!&|?{};+*%^~]|=>|\breturn|\btypeof|\bcase|^)\s*$/

const endOfQuoted = (text, start) => {
  const quote = text[start]
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === quote) return i
  }
  // Not closed on its line: an apostrophe in the words of a page.
  return -1
}

const endOfRegex = (text, start) => {
  let inClass = false
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '[') inClass = true
    else if (text[i] === ']') inClass = false
    else if (text[i] === '/' && !inClass) return i
  }
  return -1
}

/** Finds comments and literals: [kind, start, end) for each, the code inside `${}` of a template left out. */
const findRegions = (text) => {
  const regions = []
  // For each open template: how many braces are open in its current ${}.
  const templates = []
  const add = (kind, start, end) => {
    regions.push([kind, start, end])
    return end
  }
  const readTemplate = (start) => {
    for (let i = start; i < text.length; i++) {
      if (text[i] === '\\') i++
      else if (text[i] === '`') {
        templates.pop()
        return add('literal', start, i)
      } else if (text[i] === '$' && text[i + 1] === '{') {
        templates[templates.length - 1] = 0
        return add('literal', start, i + 1)
      }
    }
    return text.length
  }
  const endOrLast = (mark, from, extra) => (text.indexOf(mark, from) < 0 ? text.length : text.indexOf(mark, from) + extra)
  const readSlash = (i) => {
    if (text[i + 1] === '/') return add('comment', i, endOrLast('\n', i, 0))
    if (text[i + 1] === '*') return add('comment', i, endOrLast('*/', i + 2, 2))
    if (!regexMayFollow.test(text.slice(Math.max(0, i - 12), i))) return i + 1
    const end = endOfRegex(text, i)
    return end < 0 ? i + 1 : add('literal', i + 1, end) + 1
  }
  const readBrace = (i) => {
    const depth = templates.at(-1)
    if (text[i] === '{' && depth !== undefined) templates[templates.length - 1]++
    if (text[i] === '}' && depth === 0) return readTemplate(i + 1) + 1
    if (text[i] === '}' && depth !== undefined) templates[templates.length - 1]--
    return i + 1
  }
  const step = (i) => {
    const char = text[i]
    if (char === '/') return readSlash(i)
    if (char === '"' || char === "'") {
      const end = endOfQuoted(text, i)
      return end < 0 ? i + 1 : add('literal', i + 1, end) + 1
    }
    if (char === '`') {
      templates.push(0)
      return readTemplate(i + 1) + 1
    }
    return char === '{' || char === '}' ? readBrace(i) : i + 1
  }
  for (let i = 0; i < text.length;) i = step(i)
  return regions
}

const blank = (text) => text.replaceAll(/[^\n]/g, ' ')

const without = (text, regions, kinds) => {
  let result = ''
  let at = 0
  for (const [kind, start, end] of regions) {
    if (!kinds.includes(kind)) continue
    result += text.slice(at, start) + blank(text.slice(start, end))
    at = end
  }
  return result + text.slice(at)
}

export const lineOf = (text, index) => text.slice(0, index).split('\n').length

const importPattern = /\b(import|export)\b(\s+type\b)?([^'"`;()]*?\bfrom)?\s*\(?\s*(['"])([^'"\n]+)\4/g

const findImports = (code, words) =>
  [...words.matchAll(importPattern)]
    .filter((match) => code.startsWith(match[1], match.index) && (match[1] === 'import' || match[3]))
    .map((match) => ({ spec: match[5], isType: Boolean(match[2]), names: match[3] ?? '', line: lineOf(words, match.index) }))

const pairs = { '(': ')', '[': ']', '{': '}' }

/** For each opening bracket the place of its closing one. */
const matchBrackets = (code) => {
  const ends = new Map()
  const open = []
  for (let i = 0; i < code.length; i++) {
    if (pairs[code[i]]) open.push(i)
    else if (')]}'.includes(code[i])) {
      const start = open.findLastIndex((at) => pairs[code[at]] === code[i])
      if (start >= 0) ends.set(open.splice(start)[0], i)
    }
  }
  return ends
}

const countParameters = (list) => {
  let depth = 0
  let count = list.trim() ? 1 : 0
  for (const [i, char] of [...list.trim().replace(/,$/, '')].entries()) {
    if ('([{<'.includes(char)) depth++
    else if (')]}'.includes(char) || (char === '>' && list.trim()[i - 1] !== '=')) depth--
    else if (char === ',' && depth === 0) count++
  }
  return count
}

const controlWords = /\b(if|for|while|switch|catch|with|await)\s*$/
const arrowAfter = /^\s*(:[^;=()]*(\([^()]*\)[^;=()]*)?)?=>\s*/
const bodyAfter = /^\s*(:[^;={}()]+)?\{/
const nameBefore =
  /(?:(?:const|let)\s+(\w+)[^=]*=\s*(?:async\s*)?(?:<[^()]*>\s*)?|function\s*\*?\s*(\w*)\s*(?:<[^()]*>)?|(\w+)\s*(?:<[^()]*>)?)$/

const endOfBody = (code, ends, start) => {
  for (let i = start; i < code.length && i < start + 200; i++) {
    if (ends.has(i)) return ends.get(i)
    if (code[i] === '\n') return i
  }
  return start
}

// What stands at a closing parenthesis: an arrow function, a function with a body, or (null) a mere call or condition.
const kindOf = (before, after) => {
  const arrow = arrowAfter.exec(after)
  if (arrow) return { isPlain: false, toBody: arrow[0].length }
  const body = bodyAfter.exec(after)
  if (!body || !/[\w>]\s*$/.test(before) || controlWords.test(before)) return null
  return { isPlain: true, toBody: body[0].length - 1 }
}

const nameOf = (before, isPlain) => {
  const [, variable, declared, method] = nameBefore.exec(before) ?? []
  return variable || declared || (isPlain && method) || 'a function'
}

/** Functions with a parameter list: name, place, number of parameters and of lines. */
const findFunctions = (code) => {
  const ends = matchBrackets(code)
  return [...ends].flatMap(([start, end]) => {
    if (code[start] !== '(') return []
    const before = code.slice(Math.max(0, start - 160), start)
    const kind = kindOf(before, code.slice(end + 1, end + 300))
    if (!kind) return []
    const bodyEnd = endOfBody(code, ends, end + 1 + kind.toBody)
    return {
      name: nameOf(before, kind.isPlain),
      line: lineOf(code, start),
      parameters: countParameters(code.slice(start + 1, end)),
      start,
      end: bodyEnd,
      lines: code.slice(start, bodyEnd).split('\n').length,
    }
  })
}

/** Everything the rules want to know of a file. `code` has no comments and no literals, `words` no comments; places are the same in all. */
export const scan = (path, text) => {
  const regions = findRegions(text)
  const code = without(text, regions, ['comment', 'literal'])
  const words = without(text, regions, ['comment'])
  return {
    path,
    text,
    code,
    words,
    lines: text.split('\n').length - 1,
    imports: findImports(code, words),
    functions: findFunctions(code),
  }
}
