// Colours and sizes must be defined in the theme and its tokens, and CSS modules must use those.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeCssVariables, theme } from '../web/src/ui/theme.ts'
import { tokens } from '../web/src/ui/tokens.ts'

const web = new URL('../web/src/', import.meta.url)
const files = readdirSync(web, { recursive: true }).filter((path) => path.endsWith('.module.css'))

const declarationsOf = (file, text) =>
  [
    ...text
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/@media[^{]+\{/g, '')
      .matchAll(/([-\w]+):\s*([^;{}]+);/g),
  ].map(([, name = '', value = '']) => ({ file, name, value }))

/** Mantine's short style props and the CSS properties they set. */
const shortNames = { mih: 'min-height', h: 'height', fz: 'font-size', maw: 'max-width', w: 'width' }
const withUnit = (value) => (/^-?[\d.]+$/.test(value) ? `${value}px` : value)
const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Extracts a component's inline styling: `style`, height and font-size props, and colours. */
const propsOf = (file, text) => {
  const objects = [...text.matchAll(/\bstyle=\{\{([^{}]*)\}\}/g)].flatMap(([, inside = '']) => [
    ...inside.matchAll(/(\w+): '?(-?[\w.#()\s%-]+)'?/g),
  ])
  const props = [...text.matchAll(/\s(mih|h|fz|maw|w)=(?:\{|")(-?[\d.]+(?:px|rem)?)(?:\}|")/g)]
  const colours = [...text.matchAll(/\s(c|bg|color)="(#[0-9a-f]{3,8})"/gi)]
  return [...objects, ...props, ...colours].map(([, name = '', value = '']) => ({
    file,
    name: shortNames[name] ?? kebab(name),
    value: withUnit(value.trim()),
  }))
}

const components = readdirSync(web, { recursive: true }).filter((path) => /(?<!\.test)\.tsx$/.test(path))
const props = components.flatMap((file) => propsOf(file, readFileSync(new URL(file, web), 'utf8')))

const declarations = files.flatMap((file) => declarationsOf(file, readFileSync(new URL(file, web), 'utf8')))

const colour = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)/gi
const length = /(?<![\w.-])-?[\d.]+(?:px|rem)\b/g

const isSpace = (name) => /^(padding|margin|gap|row-gap|column-gap|inset|scroll-)/.test(name)
const isTall = (name) => /^(min-)?(height|block-size)$/.test(name)

const isWide = (name) => /^((min|max)-)?(width|inline-size)$|^flex(-basis)?$|^grid-template(-columns)?$/.test(name)
/** px: anything at least this wide is a pane, a sheet or a page, not an element on one */
const paneWidth = 400

/** Returns the prefix of the tokens that lengths of this property must use. */
const kindOf = (name) => {
  if (isSpace(name)) return '--wf-space'
  if (isTall(name)) return '--wf-touch'
  if (isWide(name)) return '--wf-width'
  if (name.endsWith('-radius')) return '--wf-radius'
  return name === 'font-size' ? '--wf-text' : null
}

/**
 * What is taken from a token whenever it stands twice, whatever its unit. No sizes are 0, shares of what is around (50%, 1fr,
 * auto) and what a thing is by itself (a picture's width, a column of one table): the same number there is chance.
 */
const prefixOf = {
  'z-index': '--wf-layer',
  'line-height': '--wf-leading',
  'letter-spacing': '--wf-tracking',
  outline: '--wf-focus-line',
  'outline-offset': '--wf-focus-gap',
}
const bare = /(?<![\w.-])-?[\d.]+(?:px|r?em)?(?![\w%-])/g
const heldBy = (prefix) => Object.keys(tokens).flatMap((name) => (name.startsWith(prefix) ? [tokens[name]] : []))

/** Finds layers, line heights, letter spacings and focus rings that duplicate a token or occur twice. */
const findLiterals = (all) => {
  const seen = new Set()
  return all.flatMap(({ file, name, value }) => {
    const kind = prefixOf[name]
    const found = kind ? (value.match(bare) ?? []).filter((one) => Number.parseFloat(one) !== 0) : []
    const faults = found.filter((one) => heldBy(kind).includes(one) || seen.has(`${name} ${one}`))
    for (const one of found) seen.add(`${name} ${one}`)
    return faults.map((one) => `${file} ${name}: ${one}`)
  })
}

const toPx = (one) => (one.endsWith('rem') ? Number.parseFloat(one) * 16 : Number.parseFloat(one))
const held = (prefix) => Object.keys(tokens).flatMap((name) => (name.startsWith(prefix) ? [toPx(tokens[name])] : []))

/** True for lengths that are never coincidental, so that a repeated one needs a token: text, corners, panes and pages. */
const isMeant = (kind, one) =>
  kind === '--wf-radius' || kind === '--wf-text' || (kind === '--wf-width' && Math.abs(toPx(one)) >= paneWidth)

const faultsIn = (all) => {
  const { variables, light, dark } = makeCssVariables(theme)
  const known = new Set(
    [variables, light, dark, ...Object.values(theme.colors ?? {})].flatMap((names) =>
      Object.values(names ?? {}).map((value) => String(value).toLowerCase()),
    ),
  )
  const seen = new Set()
  return all.flatMap(({ file, name, value }) => {
    const say = (what) => `${file} ${name}: ${what}`
    const colours = (value.match(colour) ?? []).map((one) => one.toLowerCase())
    const twice = colours.filter((one) => known.has(one) || seen.has(one))
    for (const one of colours) seen.add(one)
    const kind = kindOf(name)
    const inTwo = (one) => {
      const key = `${kind} ${toPx(one)}`
      const isTwice = isMeant(kind, one) && seen.has(key)
      seen.add(key)
      return isTwice
    }
    const lengths = kind
      ? (value.match(length) ?? []).filter((one) => held(kind).includes(Math.abs(toPx(one))) || inTwo(one))
      : []
    return [...twice, ...lengths].map(say)
  })
}

test('no colour stands twice or beside a token, and no length that a token holds is written out, nor in a component', () => {
  expect(declarations.length).toBeGreaterThan(1000)
  expect(props.length).toBeGreaterThan(50)
  // black for printing, and the black that Apple requires
  expect(faultsIn([...declarations, ...props]).filter((fault) => !fault.endsWith('#000'))).toEqual([])
})

test.each([
  ['<a style={{ minHeight: 44 }} />', 'min-height: 44px'],
  ["<a style={{ margin: 0, fontSize: '1.05rem' }} />", 'font-size: 1.05rem'],
  ['<a style={{ gap: 6 }} />', 'gap: 6px'],
  ['<Group mih={44} />', 'min-height: 44px'],
  ['<Text fz="1.6rem" />', 'font-size: 1.6rem'],
  ['<Stack maw={720} />', 'max-width: 720px'],
  ['<Button color="#46F34D" />', 'color: #46f34d'],
])('%s is seen', (text, fault) => {
  expect(faultsIn(propsOf('one', text))).toEqual([`one ${fault}`])
})

test.each([
  ['a { color: #46f34d; }', '#46f34d'],
  ['a { background: light-dark(#fff, #324036); }', '#324036'],
  ['a { padding: 0 16px; }', '16px'],
  ['a { margin-inline: -16px; }', '-16px'],
  ['a { min-height: 44px; }', '44px'],
  ['a { border-radius: 999px; }', '999px'],
  ['a { border-end-start-radius: 5px; }', '5px'],
  ['a { grid-template-columns: minmax(0, 1fr) 420px; }', '420px'],
  ['a { flex: 0 1 480px; }', '480px'],
  ['@media (min-width: 62em) { a { font-size: 1.6rem; } }', '1.6rem'],
])('%s is seen', (text, literal) => {
  expect(faultsIn(declarationsOf('one', text))).toEqual([expect.stringContaining(literal)])
})

test('a colour that stands twice is seen, and a length of its own is not', () => {
  const one = declarationsOf('one', 'a { color: #123456; width: 260px; padding: 7px; }')
  const other = declarationsOf('other', 'b { color: #123456; width: 260px; }')
  expect(faultsIn([...one, ...other])).toEqual(['other color: #123456'])
})

test.each([
  ['font-size: 17px', 'font-size: 1.0625rem', '1.0625rem'],
  ['border-radius: 7px', 'border-end-end-radius: 7px', '7px'],
  ['max-width: 410px', 'grid-template: 1fr / 410px 1fr', '410px'],
])('%s and %s elsewhere are one size too many', (one, other, literal) => {
  const [, name] = /^([-a-z]+)/.exec(other)
  const both = [...declarationsOf('one', `a { ${one}; }`), ...declarationsOf('other', `b { ${other}; }`)]
  expect(faultsIn(both)).toEqual([`other ${name}: ${literal}`])
})

test('no layer, line height, spacing of letters or ring stands twice or beside its token', () => {
  expect(findLiterals(declarations)).toEqual([])
})

test.each([
  ['z-index: 100', '100'],
  ['line-height: 1.2', '1.2'],
  ['letter-spacing: -0.02em', '-0.02em'],
  ['outline: 2px solid red', '2px'],
  ['outline-offset: 2px', '2px'],
])('%s beside its token is seen', (text, literal) => {
  expect(findLiterals(declarationsOf('one', `a { ${text}; }`))).toEqual([expect.stringContaining(literal)])
})

test('the second of a layer that no token holds is seen, the first is not', () => {
  const both = ['one', 'other'].flatMap((file) => declarationsOf(file, 'a { z-index: 77; line-height: 0; }'))
  expect(findLiterals(both)).toEqual(['other z-index: 77'])
})

const isLine = (name) => /^(border|outline)(?!.*(radius|offset|collapse))/.test(name) || name === 'text-decoration-thickness'
const isHigh = (name) => isTall(name) || /^max-(height|block-size)$|^--map-height$|^grid-template-rows$/.test(name)

/**
 * What is left of a value when what is no size of a thing is out of it: shadows that are blurred, and what is taken off the
 * window.
 */
const ofThings = (name, value) =>
  name === 'box-shadow'
    ? value.replaceAll(/(?<![\w-])(-?[\d.]+(px)? ){2}[\d.]+px(?! var)(?= rgb)/g, '')
    : value.replaceAll(/100[a-z]+ - [\d.]+px/g, '')

const measured = [
  { is: isSpace, prefixes: ['--wf-space'] },
  { is: (name) => isLine(name) || name === 'box-shadow', prefixes: ['--wf-stroke'] },
  { is: (name) => name === 'font-weight', prefixes: ['--wf-weight'] },
  { is: (name) => /^(transition|animation)/.test(name), prefixes: ['--wf-time'] },
  { is: isWide, prefixes: ['--wf-column', '--wf-width', '--wf-size'] },
  { is: isHigh, prefixes: ['--wf-height', '--wf-size', '--wf-touch'] },
]
const measure = /(?<![\w.#(-])-?[\d.]+(?:px|rem|em|m?s)\b|(?<=\()[\d.]+(?:px|rem|em)\b|^\d{3}$/g

/** Finds spaces, strokes, weights, times, widths and heights that duplicate a token or occur in a second place. */
const findMeasures = (all) => {
  const seen = new Map()
  return all.flatMap(({ file, name, value }) =>
    measured.flatMap(({ is, prefixes }, kind) => {
      if (!is(name)) return []
      const found = (ofThings(name, value).match(measure) ?? []).filter((one) => Number.parseFloat(one) !== 0)
      return found.flatMap((sign) => {
        const one = sign.replace('-', '')
        const key = `${kind} ${one}`
        const isFault = prefixes.some((prefix) => heldBy(prefix).includes(one)) || seen.has(key)
        seen.set(key, file)
        return isFault ? [`${file} ${name}: ${sign}`] : []
      })
    }),
  )
}

test('no space, stroke, weight, time, width or height stands twice or beside its token', () => {
  expect(findMeasures(declarations)).toEqual([])
})

test.each([
  ['padding: 16px 7px', '16px'],
  ['margin: -4px', '-4px'],
  ['border: 1px solid red', '1px'],
  ['border-width: 0 2px', '2px'],
  ['box-shadow: inset 0 0 0 1px red', '1px'],
  ['box-shadow: inset -3px 0 0 red', '-3px'],
  ['font-weight: 600', '600'],
  ['transition: color 200ms', '200ms'],
  ['grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr))', '340px'],
  ['flex: 1 1 96px', '96px'],
  ['min-width: 6.5em', '6.5em'],
  ['max-block-size: 280px', '280px'],
  ['--map-height: max(20dvh, 260px)', '260px'],
  ['width: 24px', '24px'],
])('%s beside its token is seen', (text, literal) => {
  expect(findMeasures(declarationsOf('one', `a { ${text}; }`))).toEqual([expect.stringContaining(literal)])
})

test('the second of a size that no token holds is seen; a shadow and what is taken off the window are none', () => {
  const text =
    'a { padding: 3px 5px; width: 77px; border: 7px solid; box-shadow: 0 1px 4px rgb(0 0 0 / 16%); height: calc(100dvh - 480px); }'
  const both = ['one', 'other'].flatMap((file) => declarationsOf(file, text))
  expect(findMeasures(both)).toEqual(['other padding: 3px', 'other padding: 5px', 'other width: 77px', 'other border: 7px'])
})

test('a tap leaves no hover behind: it is styled only where there is a pointer that hovers', () => {
  const inMedia = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
  const sheets = readdirSync(web, { recursive: true }).filter((path) => path.endsWith('.css'))
  const stay = sheets.filter((path) => readFileSync(new URL(path, web), 'utf8').replaceAll(inMedia, '').includes(':hover'))
  expect(stay).toEqual([])
})
