import type { MarkedToken, Token, Tokens } from 'marked'
import { type AstNode, boundText, childrenOf, type ElementNode, isElement, type Props } from '../ast.ts'
import type { Attribute } from '../attributes.ts'
import { knownToken, type MdcToken } from '../lex/tokens.ts'
import { isHtmlTag } from '../lex/written-tag.ts'
import { maxInlineDepth } from '../limits.ts'
import { hostOf } from '../safety.ts'
import { decodeEntities } from './entities.ts'
import { attributeOf, framedAddress, type HtmlEvent, mayBeParameter, readHtml, type TagEvent } from './html.ts'
import { addressOf } from './links.ts'
import { mergeProps, presentProps } from './props.ts'
import { Tree } from './tree.ts'
import { tagOf, type Walk } from './walk.ts'

export function inlineNodes(walk: Walk, tokens: readonly Token[]): AstNode[] {
  const plain = plainText(tokens)
  if (plain !== undefined) return plain === '' ? [] : [plain]
  const tree = new Tree(Math.max(0, maxInlineDepth - walk.depth))
  walk.depth++
  for (const token of tokens) addInline(walk, tree, knownToken(token))
  walk.depth--
  return tree.finish()
}

function plainText(tokens: readonly Token[]): string | undefined {
  const [first] = tokens
  if (!first || tokens.length > 1) return undefined
  const token = knownToken(first)
  if (token.type !== 'text') return undefined
  return token.tokens ? plainText(token.tokens) : decodeEntities(token.text)
}

function addInline(walk: Walk, tree: Tree, token: MarkedToken | MdcToken): void {
  switch (token.type) {
    case 'text':
    case 'paragraph':
      if (token.tokens) tree.addAll(inlineNodes(walk, token.tokens))
      else tree.text(decodeEntities(token.text))
      break
    case 'em':
    case 'strong':
    case 'del':
      tree.add([token.type, {}, ...inlineNodes(walk, token.tokens)])
      break
    case 'codespan':
      tree.add(['code', {}, token.text])
      break
    case 'br':
      tree.add(['br', {}])
      break
    case 'link':
      tree.add(linkNode(walk, token))
      break
    case 'image':
      tree.add(imageNode(walk, token))
      break
    case 'html':
      addHtml(walk, tree, token.text)
      break
    case 'checkbox':
      tree.add(['input', { ...(token.checked ? { checked: true } : {}), disabled: true, type: 'checkbox' }])
      tree.text(' ')
      break
    case 'escape':
      tree.text(token.text)
      break
    default:
      addMdc(walk, tree, token)
  }
}

/** Adds an inline token of our syntax. Tokens that are not inline, such as a rule, become text as written */
function addMdc(walk: Walk, tree: Tree, token: MarkedToken | MdcToken): void {
  switch (token.type) {
    case 'mdcInline': {
      const props = walk.props(token.attributes)
      tree.add([tagOf(walk, token.name, 'span'), props, ...inlineNodes(walk, token.tokens)])
      break
    }
    case 'mdcSpan':
    case 'mdcMark':
      tree.add([token.type === 'mdcMark' ? 'mark' : 'span', {}, ...inlineNodes(walk, token.tokens)])
      break
    case 'mdcAttributes':
      addAttributes(walk, tree, token.attributes)
      break
    case 'mdcBinding':
      tree.add(['binding', { value: token.value, ...(token.fallback ? { defaultValue: token.fallback } : {}) }])
      break
    case 'mdcFootnoteReference':
      tree.add(referenceNode(walk, token.label))
      break
    case 'mdcFormula':
      tree.add(['formula', token.isDisplay ? { display: '' } : {}, token.text])
      break
    case 'mdcPlain':
      walk.reportPlain()
      tree.text(token.text)
      break
    default:
      tree.text(token.raw)
  }
}

/**
 * Adds the nodes of raw HTML. @param addText  adds text in a block, which has no text of its own; without it, text
 * joins the line
 */
export function addHtml(walk: Walk, tree: Tree, html: string, addText?: (text: string) => void): void {
  const add = addText ?? ((text: string) => tree.text(text))
  for (const written of readHtml(html)) {
    if (!addText && isParameter(tree, written, html)) {
      tree.text(html)
      continue
    }
    const event = withoutWrapper(walk, written, addText !== undefined)
    if (event.kind === 'text') add(event.text)
    else if (event.kind === 'close') tree.close(event.tag) || walk.strayClosingTags.push(event.tag)
    else if (event.kind === 'script') {
      walk.warn('A <script> is left out', 'Show programs in a code block instead.')
      tree.add(['script', {}, event.text])
    } else if (event.kind === 'style') {
      walk.warn('A <style> is left out', 'Use a block of the site, or a class it has.')
    } else if (event.kind === 'frame') {
      tree.add(frameLink(walk, event.event, addText !== undefined))
    } else if (event.kind === 'forbidden') {
      walk.warn(`The tag <${event.tag}> is shown as text`, 'Use a component of the site instead of this tag.')
      add(event.text)
    } else if (event.kind === 'open') {
      const props = walk.props(event.attributes, true)
      if (event.isEmpty) tree.add(emptyNode(event, props, addText !== undefined && tree.isAtRoot && walk.isAtTop))
      else tree.open(event.tag, props, !addText && mayBeParameter(event) ? event.written : undefined)
    }
  }
}

function withoutWrapper(walk: Walk, event: HtmlEvent, isBlock: boolean): HtmlEvent {
  if (event.kind === 'wrapper') return plainTag(walk, event.tag, isBlock)
  if (event.kind !== 'component') return event
  const { name, tag } = event
  if (name === 'Link') return routerLink(tag)
  if (tag.kind === 'open') walk.warnOfBlock(name)
  return { ...tag, tag: isBlock ? 'div' : 'span' }
}

/** Converts a router link, whose address is in `to`, to an `<a>`. */
function routerLink(tag: TagEvent): TagEvent {
  if (tag.kind === 'close') return { ...tag, tag: 'a' }
  const hasHref = tag.attributes.some(({ name }) => name === 'href')
  const attributes = tag.attributes.flatMap((attribute) => {
    if (attribute.name !== 'to') return [attribute]
    return hasHref ? [] : [{ ...attribute, name: 'href' }]
  })
  return { ...tag, tag: 'a', attributes }
}

/**
 * Gives an empty element such as `<Gap />` an empty text, so that it differs from `:gap`, which is more likely a word.
 */
function emptyNode({ tag, attributes }: TagEvent & { kind: 'open' }, props: Props, isAlone: boolean): ElementNode {
  return isAlone || attributes.length > 0 || isHtmlTag(tag) ? [tag, props] : [tag, props, '']
}

/**
 * Whether a tag is a type parameter: directly after a word, as in `List<Object>` and `useForm<Form>`, even a forbidden
 * name is only text.
 */
function isParameter(tree: Tree, event: HtmlEvent, html: string): boolean {
  return ['component', 'forbidden', 'wrapper'].includes(event.kind) && tree.endsInWord && /^<\w+>$/.test(html)
}

/** Replaces a <template> or a <form> by a neutral element: its content is kept, its function is not. */
function plainTag(walk: Walk, event: TagEvent, isBlock: boolean): TagEvent {
  const message = `The tag <${event.tag}> is left out; its content is shown`
  if (event.kind === 'open') walk.warn(message, 'Use a block of the site instead of this tag.')
  return { ...event, tag: isBlock ? 'div' : 'span' }
}

/**
 * Makes a link from an `<iframe>`: between blocks a card, which may embed the page, within a line a link. The text is
 * the title of the frame.
 */
function frameLink(walk: Walk, event: HtmlEvent, isBlock: boolean): ElementNode {
  const to = framedAddress(event) ?? ''
  const name = (event.kind === 'open' && attributeOf(event.attributes, 'title')) || to
  const host = isBlock ? hostOf(to) : undefined
  walk.warnOfFrame(host)
  if (!isBlock) return ['a', { href: to }, name]
  return ['card', { ...(host && { embed: '' }), icon: 'i-lucide-app-window', title: name, to }]
}

function linkNode(walk: Walk, token: Tokens.Link): ElementNode {
  const href = token.autolink ? addressOf(walk, token.href.replaceAll('&', '&amp;')) : addressOf(walk, token.href)
  const children = token.autolink ? [token.text] : inlineNodes(walk, token.tokens)
  const rel = href && /^https?:/i.test(href) ? ['nofollow'] : undefined
  return ['a', presentProps({ href, title: titleOf(token), rel }), ...children]
}

function imageNode(walk: Walk, token: Tokens.Image): ElementNode {
  const src = addressOf(walk, token.href)
  const alt = inlineNodes(walk, token.tokens).map(altOf).join('')
  return ['img', presentProps({ alt, src, title: titleOf(token) })]
}

/** Returns the alternative text of a node; nested images, keys and bindings count as their text. */
function altOf(node: AstNode): string {
  if (!isElement(node)) return node
  const [tag, { alt, value }] = node
  if (tag === 'img' && typeof alt === 'string') return alt
  if (tag === 'binding') return boundText(node)
  return (tag === 'kbd' && typeof value === 'string' ? value : '') + childrenOf(node).map(altOf).join('')
}

function titleOf({ title }: Tokens.Link | Tokens.Image): string | undefined {
  return title ? decodeEntities(title) : undefined
}

function referenceNode(walk: Walk, label: string): ElementNode {
  const count = (walk.referenceCounts.get(label) ?? 0) + 1
  walk.referenceCounts.set(label, count)
  const number = walk.references.get(label) ?? walk.references.size + 1
  walk.references.set(label, number)
  const link = presentProps({
    href: `#user-content-fn-${label}`,
    ariaDescribedBy: ['footnote-label'],
    dataFootnoteRef: '',
    id: `user-content-fnref-${label}${count > 1 ? `-${count}` : ''}`,
  })
  return ['sup', {}, ['a', link, String(number)]]
}

/** Adds the attributes in `{…}` to the node before them. `lang` of inline code is its language for the highlighter. */
function addAttributes(walk: Walk, tree: Tree, attributes: Attribute[]): void {
  const { lang, ...others } = walk.props(attributes)
  tree.changeLast(([tag, props, ...children]) => {
    const isCode = tag === 'code' && typeof lang === 'string'
    const own = isCode ? { className: [`language-${lang}`], language: lang } : presentProps({ lang })
    return [tag, mergeProps(mergeProps(props, others), own), ...children]
  })
}
