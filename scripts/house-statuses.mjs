// Finds code that compares or lists booking statuses outside the core's table. It uses types, so that a provider's own 'PENDING'
// does not count and a constant cannot evade the check. Only SQL, which has no types, is read as text.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import { isTest } from './house-links.mjs'

const home = 'core/src/booking.ts'
const mayName = [/^core\/src\/(booking|lifecycle)\.ts$/, /\/db\/migrations\//]
const workspaces = ['core', 'contract', 'citymap', 'server', 'sim', 'bench', 'web']

const isJudged = (path) => !isTest(path) && !mayName.some((place) => place.test(path))

const readWords = (root) => {
  const [, list] = /\bstatuses = \[([^\]]*)\]/.exec(readFileSync(join(root, home), 'utf8')) ?? []
  const words = list?.match(/[A-Z_]{2,}/g) ?? []
  if (words.length < 2) throw new Error(`${home} lists no statuses: this check looks at the wrong place.`)
  return words
}

const readSources = (root) => {
  const files = workspaces.flatMap((name) =>
    existsSync(join(root, name, 'src'))
      ? readdirSync(join(root, name, 'src'), { recursive: true }).map((path) => `${name}/src/${path.replaceAll('\\', '/')}`)
      : [],
  )
  const paths = files.filter((path) => /\.tsx?$/.test(path) && isJudged(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Finds the constants of a file that contain one of the words sought. */
const findConstants = (text, sought) =>
  text
    .split(/^(?=\S)/m)
    .filter((part) => sought.test(part))
    .flatMap((part) => /^(?:export )?const (\w+)/.exec(part)?.[1] ?? [])

/** Finds files that contain a status, and those that use a constant containing one, under any alias. */
const findCandidates = (sources, words) => {
  const any = words.join('|')
  const looked = new Set()
  const found = new Set()
  const look = (sought) => {
    for (const [path, text] of sources) {
      if (!sought.test(text)) continue
      found.add(path)
      const isExported = (name) => new RegExp(`export (const |\\{[^}]*\\b)${name}\\b`).test(text)
      for (const name of findConstants(text, sought).filter(isExported)) {
        if (looked.has(name)) continue
        looked.add(name)
        look(new RegExp(`\\b${name}\\b`))
      }
    }
  }
  look(new RegExp(`['"\`](${any})['"\`]|\\b(${any})['"]?\\s*:`))
  return [...found]
}

const comparisons = [
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]
const searches = ['includes', 'indexOf', 'lastIndexOf', 'has']
const searchesBy = ['some', 'every', 'find', 'findLast', 'findIndex', 'filter']
const wrappers = [
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
  SyntaxKind.NonNullExpression,
]
const texts = [SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral]
const templates = [SyntaxKind.TemplateHead, SyntaxKind.TemplateMiddle, SyntaxKind.TemplateTail]
const references = [SyntaxKind.Identifier, SyntaxKind.PropertyAccessExpression]

const unwrap = (node) => (wrappers.includes(node.kind) ? unwrap(node.expression) : node)

const listParts = (type) => {
  const parts = type?.isUnionType() ? type.getTypes() : type ? [type] : []
  return parts.filter(({ flags }) => !(flags & TypeFlags.Nullable))
}

const valuesOf = (type) => listParts(type).map((part) => (part.isStringLiteralType() ? part.value : null))

/** Makes the type queries of one project. */
const makeQuestions = (project, words) => {
  const { checker } = project
  const isWord = (text) => words.includes(text)
  /** True for a map by status that does not cover all statuses. */
  const isPart = ({ properties }) => {
    const keys = properties.map(({ name, kind }) => (kind === SyntaxKind.SpreadAssignment ? null : name?.text))
    return keys.some(isWord) && !keys.includes(null) && !words.every((word) => keys.includes(word))
  }
  const isStatusType = (type) => {
    const values = valuesOf(type)
    return values.length > 0 && values.every(isWord)
  }
  const symbolOf = (node) => {
    const symbol = checker.getSymbolAtLocation(node.name ?? node)
    return symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }
  /** Returns the declared type, before any narrowing. */
  const typeOf = (node) => {
    const symbol = references.includes(node.kind) ? symbolOf(node) : null
    return (symbol && checker.getTypeOfSymbol(symbol)) ?? checker.getTypeAtLocation(node)
  }
  const isStatus = (node) => isStatusType(checker.getTypeAtLocation(node))
  const isFixed = (node) => {
    const type = typeOf(unwrap(node))
    return isStatusType(type) && valuesOf(type).length < words.length
  }
  /** Resolves a name through its aliases to its value: the list, set or map itself. */
  const valueOf = (node) => {
    const bare = unwrap(node)
    if (!references.includes(bare.kind)) return bare
    const declared = symbolOf(bare)?.valueDeclaration?.resolve(project)
    return declared?.initializer ? valueOf(declared.initializer) : null
  }
  const typeOfMember = (type, name) => {
    const member = type && checker.getPropertyOfType(type, name)
    return member && checker.getTypeOfSymbol(member)
  }
  /** `callee`: a query builder's method or an expression builder; both are typed by all tables and the tables in the query. */
  const isStatusColumn = (callee, column) => {
    const builder = checker.getTypeAtLocation(callee.kind === SyntaxKind.PropertyAccessExpression ? callee.expression : callee)
    const [tables, names] = builder?.isObjectType() ? checker.getTypeArguments(builder) : []
    const columns = valuesOf(names).map((name) => typeOfMember(typeOfMember(tables, name ?? ''), column.split('.').at(-1)))
    return columns.some((type) => type && isStatusType(type))
  }
  return { checker, isWord, isPart, isStatusColumn, isStatusType, isStatus, isFixed, valueOf }
}

const contains = (node, isSo) => isSo(node) || node.forEachChild((child) => contains(child, isSo) || undefined) === true

const isHome = (node) =>
  mayName.some((place) => place.test(node.getSourceFile().fileName.replaceAll('\\', '/').split('/').slice(-3).join('/')))

const isComparison = ({ kind, operatorToken }) => kind === SyntaxKind.BinaryExpression && comparisons.includes(operatorToken.kind)
const isCompared = ({ parent, kind }) => isComparison(parent) && !comparisons.includes(kind)

/** Each rule returns true if the node breaks it. */
const rules = {
  comparison: (node, { isStatus, isFixed }) => {
    if (isComparison(node)) return (isFixed(node.left) && isStatus(node.right)) || (isFixed(node.right) && isStatus(node.left))
    return node.kind === SyntaxKind.CaseClause && isFixed(node.expression) && isStatus(node.parent.parent.expression)
  },
  list: (node, { isWord, isStatus, valueOf }) => {
    const name = node.kind === SyntaxKind.CallExpression ? node.expression.name?.text : null
    const [sought] = node.arguments ?? []
    if (!sought || ![...searches, ...searchesBy].includes(name)) return false
    const isSought = searches.includes(name) ? isStatus(sought) : contains(sought, (part) => isCompared(part) && isStatus(part))
    const value = isSought ? valueOf(node.expression.expression) : null
    return value !== null && !isHome(value) && contains(value, ({ kind, text }) => texts.includes(kind) && isWord(text))
  },
  // also where a status is written or passed: in a list, as an argument, as a return value
  value: (node, { checker, isWord }) => {
    if (!texts.includes(node.kind) || !isWord(node.text)) return false
    const asked = valuesOf(checker.getContextualType(node)).filter((value) => value !== null)
    return asked.length > 1 && asked.every(isWord)
  },
  // a query builder accepts any value, so the column named next to it decides
  column: (node, { isWord, isStatusColumn }) => {
    if (!texts.includes(node.kind) || !isWord(node.text)) return false
    const given = node.parent.kind === SyntaxKind.ArrayLiteralExpression ? node.parent : node
    const call = given.parent
    if (call.kind !== SyntaxKind.CallExpression || !call.arguments.includes(given)) return false
    return texts.includes(call.arguments[0].kind) && isStatusColumn(call.expression, call.arguments[0].text)
  },
  map: (node, { checker, isWord, isPart }) => {
    if (node.kind !== SyntaxKind.ObjectLiteralExpression || !isPart(node)) return false
    const type = checker.getContextualType(node)
    const keys = type ? checker.getPropertiesOfType(type).map(({ name }) => name) : []
    return keys.length > 1 && keys.every(isWord)
  },
  lookup: (node, { isPart, isStatus, valueOf }) => {
    const isIn = node.kind === SyntaxKind.BinaryExpression && node.operatorToken.kind === SyntaxKind.InKeyword
    if (!isIn && node.kind !== SyntaxKind.ElementAccessExpression) return false
    if (!isStatus(isIn ? node.left : node.argumentExpression)) return false
    const object = valueOf(isIn ? node.right : node.expression)
    return object?.kind === SyntaxKind.ObjectLiteralExpression && !isHome(object) && isPart(object)
  },
  type: (node, { checker, isStatusType, isWord }) => {
    if (node.kind !== SyntaxKind.LiteralType || !isWord(node.literal.text)) return false
    const list = node.parent.kind === SyntaxKind.UnionType ? node.parent.parent : node.parent
    const given = list.kind === SyntaxKind.TypeReference ? (list.typeArguments ?? []) : []
    return given.some((one) => !contains(one, (part) => part === node) && isStatusType(checker.getTypeFromTypeNode(one)))
  },
  sql: (node, { isWord }) =>
    [...templates, ...texts].includes(node.kind) &&
    (node.text.match(/'([A-Z_]+)'/g) ?? []).some((quoted) => isWord(quoted.slice(1, -1))),
}

const advice = {
  comparison: 'compares with a status',
  list: 'looks for a status in a list of its own',
  value: 'names a status',
  column: 'compares a column with a status',
  map: 'is a map by status that lacks some',
  lookup: 'looks up a status in a map that lacks some',
  type: 'picks statuses by name',
  sql: 'names a status in SQL',
}

const findInFile = (file, questions) => {
  const found = []
  const visit = (node) => {
    const broken = Object.keys(rules).find((name) => rules[name](node, questions))
    if (broken) found.push({ at: node.getStart(file), says: advice[broken] })
    node.forEachChild((child) => void visit(child))
  }
  visit(file)
  return found
}

const findInProject = (api, root, { config, paths, words }) => {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  const questions = makeQuestions(project, words)
  return paths.flatMap((path) => {
    const file = project.program.getSourceFile(join(root, path))
    if (!file) return [{ path, line: 1, says: `is no part of ${relative(root, config)}` }]
    const found = findInFile(file, questions).map(({ at, says }) => ({ line: file.text.slice(0, at).split('\n').length, says }))
    return [...new Map(found.map((one) => [one.line, { path, ...one }])).values()]
  })
}

/** Finds every use of a status in the workspaces below `root`, as { path, line, says }. @internal */
export const findStatusUses = (root) => {
  const words = readWords(root)
  const candidates = findCandidates(readSources(root), words)
  const api = new API({ cwd: root })
  try {
    return workspaces.flatMap((name) => {
      const paths = candidates.filter((path) => path.startsWith(`${name}/`)).toSorted()
      return paths.length === 0 ? [] : findInProject(api, root, { config: join(root, name, 'tsconfig.json'), paths, words })
    })
  } finally {
    api.close()
  }
}

const main = () => {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const found = findStatusUses(root)
  for (const { path, line, says } of found) console.log(`${path}:${line} [status] ${says}: ask or add a fact of ${home}.`)
  process.exitCode = found.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
