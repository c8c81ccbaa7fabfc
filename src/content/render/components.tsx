import { createElement, type ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { scrollRegion } from '../../ui/scroll-region.ts'
import { type AstNode, childrenOf, isElement, textOf } from '../mdc/ast.ts'
import { productState } from '../product-state.ts'
import { flagAttribute, textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { Callout } from './callout.tsx'
import { Card } from './card.tsx'
import { CodeBlock, InlineCode } from './code/code-block.tsx'
import { CodeTree } from './code/code-tree.tsx'
import { CodeCollapse, CodeGroup, CodePreview } from './code/code-wrappers.tsx'
import { CodeIcon } from './code/language-icon.tsx'
import { DocumentLink } from './document-link.tsx'
import { FieldEntry, FieldGroup } from './fields.tsx'
import { Accordion, AccordionItem, Collapsible } from './folding/folding.tsx'
import { Diagram } from './forms/diagram.tsx'
import { Formula } from './forms/formula.tsx'
import { htmlAttributes } from './html-tags.ts'
import { Kbd } from './kbd.tsx'
import { containsLink, ProseLink } from './links/links.tsx'
import { ProseImage } from './pictures/prose-image.tsx'
import { toneClass } from './tone.ts'
import { Tabs } from './variants.tsx'

const elements = ['div', 'section', 'article']

/** Renders `::field{name type required as}` outside of a group, by default as a `<dl>` with one entry. */
function Field({ block }: BlockProps) {
  const as = elements.find((element) => element === textAttribute(block.attributes, 'as'))
  if (as) {
    return (
      <div className="field-group">
        <FieldEntry block={block} as={as} isDefinition={false} />
      </div>
    )
  }
  return (
    <dl className="field-group">
      <FieldEntry block={block} />
    </dl>
  )
}

const aligned: Readonly<Record<string, string>> = { center: 'align-center', right: 'align-end' }

/** Renders a table cell. Its alignment is in `align` or, in older trees, in a style. */
function TableCell({ block }: BlockProps) {
  const style = textAttribute(block.attributes, 'style') ?? ''
  const align = textAttribute(block.attributes, 'align') ?? /text-align:\s*(\w+)/.exec(style)?.[1] ?? ''
  const attributes = htmlAttributes(block.tag, block.attributes)
  const className = Object.hasOwn(aligned, align) ? aligned[align] : attributes.className
  const scope = block.tag === 'th' ? (attributes.scope ?? 'col') : undefined
  return createElement(block.tag, { ...attributes, className, scope }, block.render(block.children))
}

export type Components = Readonly<Record<string, (props: BlockProps) => ReactNode>>

export const components: Components = {
  a: ProseLink,
  accordion: Accordion,
  'accordion-item': AccordionItem,
  'api-operation': DocumentLink,
  badge: Badge,
  callout: Callout,
  card: Card,
  'card-group': CardGroup,
  caution: Callout,
  code: InlineCode,
  'code-collapse': CodeCollapse,
  'code-group': CodeGroup,
  'code-icon': CodeIcon,
  'code-preview': CodePreview,
  'code-tree': CodeTree,
  collapsible: Collapsible,
  danger: Callout,
  diagram: Diagram,
  field: Field,
  'field-group': FieldGroup,
  formula: Formula,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  icon: InlineIcon,
  img: ProseImage,
  important: Callout,
  info: Callout,
  input: TaskBox,
  kbd: Kbd,
  note: Callout,
  p: Paragraph,
  pre: CodeBlock,
  'product-state': ProductState,
  steps: Steps,
  table: TableScroll,
  tabs: Tabs,
  td: TableCell,
  th: TableCell,
  tip: Callout,
  warning: Callout,
}

export function findComponent(registry: Components, name: string) {
  return Object.hasOwn(registry, name) ? registry[name] : undefined
}

function CardGroup({ block }: BlockProps) {
  return <div className="card-group">{block.render(block.children)}</div>
}

/** Renders `:icon{name="i-lucide-check"}`; unknown names render nothing. */
function InlineIcon({ block }: BlockProps) {
  return <Icon name={textAttribute(block.attributes, 'name') ?? ''} className="inline-icon" />
}

/** Renders `::steps{level="3"}`: CSS numbers the headings of that level. */
function Steps({ block }: BlockProps) {
  const level = textAttribute(block.attributes, 'level') ?? ''
  return (
    <div className={`steps steps-${['2', '3', '4'].includes(level) ? level : '3'}`}>{block.render(block.children)}</div>
  )
}

function Badge({ block }: BlockProps) {
  return (
    <span className={`badge ${toneClass(block.attributes, 'primary')}`}>
      {textAttribute(block.attributes, 'label')}
      {block.render(block.children)}
    </span>
  )
}

function TaskBox({ block }: BlockProps) {
  const { t } = useLocale()
  const isDone = flagAttribute(block.attributes, 'checked')
  return (
    <input
      type="checkbox"
      disabled
      defaultChecked={isDone}
      aria-label={isDone ? t('prose.taskDone') : t('prose.taskOpen')}
    />
  )
}

function Paragraph({ block }: BlockProps) {
  const [only, ...others] = block.children.filter((node) => isElement(node) || node.trim() !== '')
  const content = block.render(block.children)
  return only && others.length === 0 && standsAlone(only) ? (
    content
  ) : (
    <p {...htmlAttributes('p', block.attributes)}>{content}</p>
  )
}

/**
 * Whether a node must not be in a paragraph, where other site generators put it: a picture, or a card made from media
 * of another site.
 */
function standsAlone(node: AstNode): boolean {
  return isElement(node) && (node[0] === 'img' || node[0] === 'card')
}

function TableScroll({ block }: BlockProps) {
  const { t } = useLocale()
  const columns = textsOf(block.children, 'caption')[0] ?? textsOf(block.children, 'th').filter(Boolean).join(', ')
  return (
    <div className="table-scroll" {...scrollRegion(columns ? t('prose.tableOf', { columns }) : t('prose.table'))}>
      <table {...htmlAttributes('table', block.attributes)}>{block.render(block.children)}</table>
    </div>
  )
}

function textsOf(nodes: AstNode[], tag: string): string[] {
  return nodes
    .filter(isElement)
    .flatMap((node) => (node[0] === tag ? [textOf(node).trim()] : textsOf(childrenOf(node), tag)))
}

/** Renders `::product-state`, the feature list of the landing page, inside a text. */
function ProductState() {
  const { locale, t } = useLocale()
  return (
    <dl className="product-state">
      {productState.map(({ state, items }) => (
        <div key={state}>
          <dt>{t(`site.${state}`)}</dt>
          {items.map(({ slug, name }) => (
            <dd key={name}>
              <a href={localised(locale, href(paths.docsPage, { slug }))}>{t(`site.features.${name}.title`)}</a>
              {` — ${t(`site.features.${name}.text`)}`}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** Renders a heading that links to itself. The page's title is its `h1`, so an `h1` in the text becomes an `h2`. */
function Heading({ block }: BlockProps) {
  const { t } = useLocale()
  const attributes = htmlAttributes(block.tag, block.attributes)
  const tag = block.tag === 'h1' ? 'h2' : block.tag
  const { id } = attributes
  const content = block.render(block.children)
  if (typeof id !== 'string') return createElement(tag, attributes, content)
  const target = `#${encodeURIComponent(id.toWellFormed())}`
  if (!block.children.some(containsLink)) return createElement(tag, attributes, <a href={target}>{content}</a>)
  const title = block.children.map(textOf).join('')
  // Links must not be nested, so a heading that contains a link gets the anchor beside it.
  const anchor = (
    <a className="heading-anchor" href={target} aria-label={t('prose.sectionLink', { title })}>
      #
    </a>
  )
  return createElement(tag, attributes, content, ' ', anchor)
}
