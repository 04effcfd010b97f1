// Checks what the docs say about the tree: section 2 of docs/HOUSE.md names what exists, section 3 is generated from the law,
// code shown matches its file, and every path and link leads somewhere.

const remark = /\([^()]*\)/g
const codeBlock = /```(\w*)\n([\s\S]*?)```/g

/** Reads the folders of section 2 and the names in their lines, ignoring parentheses and group labels (`routes:`). */
const readMap = (page) => {
  const folders = []
  const block = /## 2\.[\s\S]*?```\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  for (const line of block.split('\n')) {
    const words = line
      .replaceAll(remark, ' ')
      .split(/[\s·]+/)
      .filter((word) => word !== '' && !word.endsWith(':'))
    if (/^\S/.test(line)) folders.push({ folder: words.shift() ?? '', names: [] })
    folders.at(-1)?.names.push(...words)
  }
  return folders
}

const isCovered = (rest, names, always) => {
  const [first, ...below] = rest.split('/')
  const stem = first.replace(/(\.module)?\.\w+$/, '')
  return [...names, ...(below.length === 0 ? always : [])].some((name) => {
    if (name === '*') return true
    if (below.length > 0) return name === `${first}/`
    return name.endsWith('*') ? stem.startsWith(name.slice(0, -1)) : name === stem || name === first
  })
}

/**
 * Each name is one of `files`, and each of them that `isListed` is named. `always` are names that need no mention in a feature:
 * the law's closed list.
 */
export const checkMap = (page, files, { isListed, always }) => {
  const map = readMap(page)
  const lineOf = (path) =>
    map.filter(({ folder }) => path.startsWith(folder)).toSorted((a, b) => b.folder.length - a.folder.length)[0]
  const lines = new Map(map.map((line) => [line, []]))
  const missing = []
  for (const path of files) {
    const line = lineOf(path)
    const rest = path.slice(line?.folder.length)
    lines.get(line)?.push(rest)
    const alsoNamed = line?.folder.startsWith('server/src/features/') ? always : []
    if (isListed(path) && !(line && isCovered(rest, line.names, alsoNamed)))
      missing.push(`section 2 does not name ${path}: add it to the line of its folder`)
  }
  const gone = map.flatMap((line) =>
    line.names
      .filter((name) => !lines.get(line).some((rest) => isCovered(rest, [name], [])))
      .map((name) => `section 2 names ${line.folder}${name}, which is not there`),
  )
  return [...missing, ...gone]
}

/** A sample file of each area, for which the law is queried, and additional remarks. */
const areas = {
  core: ['core/src/x.ts', 'time and chance arrive as arguments; one package, in `core/phones` (decision 25)'],
  contract: ['contract/src/x.ts', 'zod'],
  citymap: ['citymap/src/x.ts', ''],
  ports: ['server/src/adapters/ports.ts', ''],
  adapters: [
    'server/src/adapters/x.ts',
    'their vendor’s library; `maps-city` also imports citymap, and `adapters/payments/index` its folder',
  ],
  frame: ['server/src/http/x.ts', 'http, db, jobs, realtime, events, deps, config …'],
  'a feature': ['server/src/features/x/routes.ts', 'of the features it uses, only the files listed below'],
  'main, app, wire': ['server/src/x.ts', 'they assemble the product; nothing imports them'],
  'web ui': ['web/src/ui/x.ts', 'no business words'],
  'web api, i18n, map': ['web/src/api/x.ts', ''],
  'web shared': ['web/src/shared/x.ts', ''],
  'web features': ['web/src/features/x/x.ts', 'one per role; none imports another'],
  'web routes': ['web/src/x.ts', ''],
  sim: ['sim/src/x.ts', 'uses the public API'],
  bench: ['bench/src/x.ts', ''],
  e2e: ['e2e/x.ts', 'uses the public API'],
}

const writeRights = (mayImport) => {
  const names = Object.keys(areas)
  const rows = names.map((name) => {
    const [from, note] = areas[name]
    const may = names.filter((other) => other !== name && mayImport(from, areas[other][0]))
    return `| ${name} | ${may.length === names.length - 1 ? 'everything' : may.join(', ') || 'itself'} | ${note} |`
  })
  return ['| Who | May import | |', '| --- | --- | --- |', ...rows].join('\n')
}

const plain = (pattern) => pattern.source.replaceAll('\\', '').replace(/^\^/, '').replace(/\$$/, '')

/** Writes section 3 from the law. */
const writeLaw = ({ uses, openFiles, vendorHomes, mayImport }) => {
  const used = Object.entries(uses)
    .filter(([, others]) => others.length > 0)
    .map(([feature, others]) => `${feature} → ${others.toSorted().join(', ')}`)
  const homes = vendorHomes.map(
    ({ vendor, homes: places }) =>
      `\`${plain(vendor)}\`: ${places
        .map(
          (place) =>
            `\`${plain(place)
              .replace(/\w$|-$/, '$&*')
              .replace('.ts*', '.ts')}\``,
        )
        .join(', ')}`,
  )
  return [
    writeRights(mayImport),
    `A feature may import ${openFiles.map((name) => `\`${name}\``).join(', ')} of another feature, and only of those it uses:`,
    used.map((line) => `- ${line}`).join('\n'),
    'Some libraries may be imported only from the files named here; other files may import only their types:',
    homes.map((line) => `- ${line}`).join('\n'),
  ].join('\n\n')
}

const marks = ['<!-- from scripts/house-law.mjs -->\n\n', '\n\n<!-- end -->']
const lawOf = (page) => page.split(marks[0])[1]?.split(marks[1])[0]

export const withLaw = (page, law) => page.replace(marks[0] + lawOf(page) + marks[1], () => marks[0] + writeLaw(law) + marks[1])

// the formatter aligns the columns of tables
const plainTable = (text) => text?.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ')

export const checkLaw = (page, law) =>
  plainTable(lawOf(page)) === plainTable(writeLaw(law))
    ? []
    : ['section 3 is not what the law says: node scripts/check-pages.mjs --write']

const linesOf = (text) => text.split('\n').map((line) => line.trim())

/** Code shown must begin with the name of its file and match it line by line; `// …` marks an omission. */
export const checkSnippets = (page, read) =>
  [...page.matchAll(codeBlock)].flatMap(([, language, code]) => {
    if (language !== 'ts' && language !== 'tsx') return []
    let lines = []
    const findings = []
    let from = -1
    for (const line of linesOf(code).filter((one) => one !== '')) {
      const path = /^\/\/ ([\w./-]+\.tsx?)(:|$)/.exec(line)?.[1]
      if (path) {
        const text = read(path)
        if (text === null) findings.push(`a snippet is from ${path}, which is not there`)
        lines = linesOf(text ?? '').filter((one) => one !== '')
        from = -1
      } else if (line === '// …') from = -1
      else {
        const at = from < 0 ? lines.indexOf(line) : from + 1
        if (lines[at] !== line) findings.push(`a snippet shows a line that does not stand there in its file: ${line}`)
        from = at
      }
    }
    return findings
  })

const roots = ['', 'server/src/', 'server/src/features/', 'web/src/']
const endings = ['', '.ts', '.tsx', '.mjs']
const spots = (path) => {
  const inWorkspace = path.replace(/^(core|contract|citymap|server|web|sim|bench)\/(?!src\/)/, '$1/src/')
  return [...roots.map((root) => root + path), inWorkspace].flatMap((spot) => endings.map((ending) => spot + ending))
}

/** Paths in backticks must lead to a file or folder, and `file.name` to a word in that file. */
export const checkPaths = (page, read, isThere) =>
  [...page.replaceAll(codeBlock, '').matchAll(/`([a-z][\w-]*(?:\/[\w-]+)+)(?:\.(\w+))?\/?`/g)].flatMap(([token, path, name]) => {
    const whole = name === undefined ? path : `${path}.${name}`
    if (spots(whole).some(isThere)) return []
    const file = name === undefined ? undefined : spots(path).find(isThere)
    return file && read(file)?.includes(name) ? [] : [`${token} leads nowhere`]
  })

/** Checks links and pictures, relative to the folder of the page. */
export const checkLinks = (page, folder, isThere) =>
  [...page.matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)].flatMap(([, to]) => {
    if (/^[a-z]+:|^\//.test(to)) return []
    const path = new URL(to, `file:///${folder}`).pathname.slice(1)
    return isThere(decodeURIComponent(path)) ? [] : [`the link to ${to} leads nowhere`]
  })
