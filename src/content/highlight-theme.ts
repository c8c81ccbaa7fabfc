import type { ThemeRegistrationRaw } from 'shiki/core'

/**
 * What a piece of code is, by the scopes of its grammar; later entries win over less exact ones. The letter is the
 * class's: `tk-k`. Scopes in no entry stay plain text.
 */
const scopesByKind: Record<string, string[]> = {
  /** keyword */
  k: [
    'keyword',
    'storage',
    'variable.language',
    'keyword.operator.new',
    'keyword.operator.expression',
    'support.type.builtin',
  ],
  /** punctuation and operators */
  p: ['punctuation', 'meta.brace', 'keyword.operator', 'storage.type.function.arrow'],
  /** string */
  s: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.quote', 'constant.other.symbol'],
  /** number, constant, escape */
  n: ['constant', 'keyword.other.unit', 'constant.character.escape', 'support.constant'],
  /** comment */
  c: ['comment', 'punctuation.definition.comment'],
  /** function */
  f: ['entity.name.function', 'support.function', 'entity.name.command'],
  /** type */
  t: [
    'entity.name.type',
    'entity.name.class',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'entity.name.namespace',
  ],
  /** variable, property */
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
  /** tag */
  g: ['entity.name.tag', 'punctuation.definition.tag', 'support.class.component'],
  /** attribute, selector */
  a: ['entity.other.attribute-name', 'meta.selector', 'entity.name.header'],
  /** inserted line of a diff */
  i: ['markup.inserted', 'punctuation.definition.inserted'],
  /** deleted line of a diff */
  d: ['markup.deleted', 'punctuation.definition.deleted'],
  /** heading, section */
  h: ['markup.heading', 'punctuation.definition.heading', 'entity.name.section', 'meta.diff.header', 'meta.diff.range'],
  /** link, emphasis */
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

/** A theme whose colours stand for classes, so that one pass serves every colour scheme. */
export const kindTheme: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  colors: { 'editor.foreground': plain, 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: plain } },
    ...Object.entries(scopesByKind).map(([kind, scope]) => ({ scope, settings: { foreground: colorOf(kind) } })),
  ],
}

/** The class of a token by its placeholder colour; nothing for plain text. */
export function classOfColor(color: string | undefined): string | undefined {
  const code = Number.parseInt(color?.slice(1, 7) ?? '', 16)
  return code > 0 && code < 0xffff ? `tk-${String.fromCharCode(code)}` : undefined
}

function colorOf(kind: string): string {
  return `#${kind.charCodeAt(0).toString(16).padStart(6, '0')}`
}
