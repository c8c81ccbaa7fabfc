import type { ThemeRegistrationRaw } from 'shiki/core'

/**
 * Classes of tokens (`tk-k` for `k`) by TextMate scopes; more specific scopes win. k keyword, p punctuation, s string,
 * n number, c comment, f function, t type, v variable, g tag, a attribute, i inserted, d deleted, h heading, l link.
 */
const scopesByKind: Record<string, string[]> = {
  k: [
    'keyword',
    'storage',
    'variable.language',
    'keyword.operator.new',
    'keyword.operator.expression',
    'support.type.builtin',
  ],
  p: ['punctuation', 'meta.brace', 'keyword.operator', 'storage.type.function.arrow'],
  s: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.quote', 'constant.other.symbol'],
  n: ['constant', 'keyword.other.unit', 'constant.character.escape', 'support.constant'],
  c: ['comment', 'punctuation.definition.comment'],
  f: ['entity.name.function', 'support.function', 'entity.name.command'],
  t: [
    'entity.name.type',
    'entity.name.class',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'entity.name.namespace',
  ],
  v: [
    'variable.parameter',
    'variable.other.property',
    'variable.other.object.property',
    'variable.other.normal.shell',
    'variable.other.bracket.shell',
    'variable.css',
    'support.type.property-name',
    'punctuation.support.type.property-name',
    'support.variable.property',
    'meta.object-literal.key',
    'entity.name.tag.yaml',
    'keyword.other.definition.ini',
    'punctuation.definition.variable',
  ],
  g: ['entity.name.tag', 'punctuation.definition.tag', 'support.class.component'],
  a: ['entity.other.attribute-name', 'meta.selector', 'entity.name.header'],
  i: ['markup.inserted', 'punctuation.definition.inserted'],
  d: ['markup.deleted', 'punctuation.definition.deleted'],
  h: ['markup.heading', 'punctuation.definition.heading', 'entity.name.section', 'meta.diff.header', 'meta.diff.range'],
  l: [
    'markup.underline.link',
    'string.other.link',
    'markup.bold',
    'markup.italic',
    'punctuation.definition.bold',
    'punctuation.definition.italic',
  ],
}

const plain = '#000000'

/** Theme of the highlighter whose colors encode classes, so that one pass serves every color scheme. */
export const kindTheme: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  colors: { 'editor.foreground': plain, 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: plain } },
    ...Object.entries(scopesByKind).map(([kind, scope]) => ({ scope, settings: { foreground: colorOf(kind) } })),
  ],
}

export function classOfColor(color: string | undefined): string | undefined {
  const code = Number.parseInt(color?.slice(1, 7) ?? '', 16)
  return code > 0 && code < 0xffff ? `tk-${String.fromCharCode(code)}` : undefined
}

function colorOf(kind: string): string {
  return `#${kind.charCodeAt(0).toString(16).padStart(6, '0')}`
}
