// Parses a source file once and returns what rules and figures need. Positions are offsets in the text.
import { parseSync, visitorKeys } from 'oxc-parser'

const langOf = (path) => (/\.[jt]sx$/.test(path) ? 'tsx' : 'ts')

export const lineOf = (text, offset) => text.slice(0, offset).split('\n').length

const blank = (text) => text.replaceAll(/[^\n]/g, ' ')

/** Blanks parts of a text, keeping all offsets. */
const without = (text, parts) => {
  let result = ''
  let at = 0
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + blank(text.slice(start, end))
    at = end
  }
  return result + text.slice(at)
}

/** Lists all nodes of a tree by type, each with a reference to its parent. */
const listNodes = (program) => {
  const nodes = new Map()
  const walk = (node, parent) => {
    node.parent = parent
    const ofType = nodes.get(node.type)
    if (ofType) ofType.push(node)
    else nodes.set(node.type, [node])
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key]
      if (Array.isArray(child)) {
        for (const one of child) if (one) walk(one, node)
      } else if (child) walk(child, node)
    }
  }
  walk(program, null)
  return (...types) => types.flatMap((type) => nodes.get(type) ?? [])
}

const literals = (nodes) => [
  ...nodes('Literal')
    .filter(({ value, regex }) => typeof value === 'string' || regex)
    .map(({ start, end }) => ({ start: start + 1, end: end - 1 })),
  ...nodes('TemplateElement'),
]

const nameOfFunction = (node) => {
  const { parent } = node
  if (node.id) return node.id.name
  if (parent.type === 'VariableDeclarator') return parent.id.name ?? null
  return ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type) ? (parent.key.name ?? null) : null
}

const describeFunction = (node, text) => ({
  name: nameOfFunction(node),
  isDeclared: node.type === 'FunctionDeclaration' || node.parent.type === 'VariableDeclarator',
  line: lineOf(text, node.start),
  parameters: node.params.filter(({ name }) => name !== 'this').length,
  start: node.start,
  end: node.end,
  lines: text.slice(node.start, node.end).split('\n').length,
})

/** Returns the names used from a module, '*' for all. For a namespace import, these are the members that are accessed. */
const namesOfNamespace = (local, nodes) => {
  const uses = nodes('Identifier', 'JSXIdentifier').filter(
    ({ name, parent }) => name === local && !parent.type.startsWith('Import'),
  )
  const names = uses.map(({ parent, start }) => {
    if (parent.type === 'MemberExpression' && !parent.computed && parent.object.start === start) return parent.property.name
    if (parent.type === 'TSQualifiedName' && parent.left.start === start) return parent.right.name
    if (parent.type === 'JSXMemberExpression' && parent.object.start === start) return parent.property.name
    const isName = ['property', 'key'].some((key) => parent[key]?.start === start && !parent.computed && !parent.shorthand)
    return isName || parent.type === 'TSQualifiedName' ? null : '*'
  })
  return [...new Set(names.filter(Boolean))]
}

const namesOfPattern = (pattern) =>
  pattern?.type === 'ObjectPattern' ? pattern.properties.map(({ key }) => key?.name ?? '*') : ['*']

const namesOfDynamic = (node, nodes) => {
  const { parent } = node
  if (parent.type === 'AwaitExpression') {
    const holder = parent.parent.type === 'ParenthesizedExpression' ? parent.parent.parent : parent.parent
    if (holder.type === 'VariableDeclarator') return namesOfPattern(holder.id)
    if (holder.type === 'MemberExpression') return [holder.property.name]
  }
  const isThen = parent.type === 'MemberExpression' && parent.property.name === 'then' && parent.parent.type === 'CallExpression'
  const [first] = isThen ? (parent.parent.arguments[0]?.params ?? []) : []
  return first?.type === 'Identifier' ? namesOfNamespace(first.name, nodes).filter((name) => name !== '*') : namesOfPattern(first)
}

const findImports = ({ staticImports, staticExports }, nodes, text) => {
  const imports = staticImports.map(({ start, moduleRequest, entries }) => ({
    spec: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
    names: entries.flatMap(({ importName: { kind, name }, localName }) => {
      if (kind === 'NamespaceObject') return namesOfNamespace(localName.value, nodes)
      return kind === 'Default' ? ['default'] : [name]
    }),
    values: entries.filter((entry) => !entry.isType).map(({ localName }) => localName.value),
    line: lineOf(text, start),
  }))
  const passed = staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest }) => moduleRequest)
      .map(({ start, moduleRequest, importName, isType }) => ({
        spec: moduleRequest.value,
        isType,
        isPassedOn: true,
        names: [importName.name ?? '*'],
        values: [],
        line: lineOf(text, start),
      })),
  )
  const later = nodes('ImportExpression')
    .filter(({ source }) => source.type === 'Literal')
    .map((node) => ({
      spec: node.source.value,
      isType: false,
      names: namesOfDynamic(node, nodes),
      values: [],
      line: lineOf(text, node.start),
    }))
  const types = nodes('TSImportType').map((node) => ({
    spec: node.source.value,
    isType: true,
    names: [node.qualifier?.name ?? '*'],
    values: [],
    line: lineOf(text, node.start),
  }))
  const located = nodes('NewExpression')
    .filter(({ callee, arguments: [spec] }) => callee.name === 'URL' && /^\..*\.(ts|mjs)$/.test(spec?.value))
    .map((node) => ({
      spec: node.arguments[0].value,
      isType: false,
      names: ['*'],
      values: [],
      line: lineOf(text, node.start),
    }))
  return [...imports, ...passed, ...later, ...types, ...located]
}

/** Finds where declarations marked `@internal` begin, after the comment. */
const findInternal = (comments, text) =>
  new Set(comments.filter(({ value }) => value.includes('@internal')).map(({ end }) => end + text.slice(end).search(/\S/)))

const findExports = ({ staticExports }, nodes, comments, text) => {
  const calls = new Map(nodes('VariableDeclarator').map(({ id, init }) => [id.name, init?.callee?.name]))
  const internal = findInternal(comments, text)
  return staticExports.flatMap(({ start, entries }) =>
    entries.map(({ exportName, importName, localName, moduleRequest, isType }) => ({
      name: exportName.name ?? (exportName.kind === 'Default' ? 'default' : '*'),
      local: localName.name ?? importName.name,
      call: moduleRequest ? undefined : calls.get(localName.name),
      from: moduleRequest?.value ?? null,
      isType,
      isInternal: internal.has(start),
      line: lineOf(text, exportName.start ?? start),
    })),
  )
}

/** Defers work until its result is first needed. */
const later = (work) => {
  let done
  return () => (done ??= work())
}

const read = (path, text) => {
  const { program, comments, module, errors } = parseSync(path, text, { lang: langOf(path) })
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const nodes = listNodes(program)
  const words = later(() => without(text, comments))
  const code = later(() => without(text, [...comments, ...literals(nodes)]))
  const imports = later(() => findImports(module, nodes, text))
  const exports = later(() => findExports(module, nodes, comments, text))
  const functions = later(() =>
    nodes('ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration').map((node) => describeFunction(node, text)),
  )
  return {
    path,
    text,
    nodes,
    lines: text.split('\n').length - 1,
    get words() {
      return words()
    },
    get code() {
      return code()
    },
    get imports() {
      return imports()
    },
    get exports() {
      return exports()
    },
    get functions() {
      return functions()
    },
  }
}

const scans = new Map()

/**
 * Returns everything the rules need about a file, parsed once per text. `code` has no comments and no literals, `words` no
 * comments; offsets are the same in all.
 */
export const scan = (path, text) => {
  const known = scans.get(path)
  if (known?.text === text) return known
  const file = read(path, text)
  scans.set(path, file)
  return file
}
