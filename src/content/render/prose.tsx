import { useLocale } from '../../i18n/context.tsx'
import { RenderedElement } from '../../ui/document/rendered-element.tsx'
import type { Body } from '../mdc/ast.ts'
import { type Components, components } from './components.tsx'
import { forTrailingSlash } from './links/urls.ts'
import { nodeRenderer } from './node-renderer.tsx'
import { isNode, toHtml } from './prerender.tsx'
import type { Picture, ProseBody } from './prose-body.ts'

export interface ProseProps {
  body: Body | ProseBody
  pictures?: ReadonlyMap<string, Picture>
  blocks?: Components | undefined
  embeds?: readonly string[] | undefined
  /** Whether the address of the page ends with a slash */
  endsWithSlash?: boolean
}

/**
 * Renders the text of a page. Whatever the author wrote, the result has no script, event handler or address that runs
 * code.
 */
export function Prose({ body, pictures = new Map(), blocks, embeds, endsWithSlash = false }: ProseProps) {
  const { locale } = useLocale()
  const parts: ProseBody['value'] = body.value
  const draw = nodeRenderer({ ...components, ...blocks }, pictures, embeds)
  if (!endsWithSlash && parts.every(isNode)) return <div className="prose">{draw(parts)}</div>
  const html = parts.map((part, at) => (isNode(part) ? toHtml(locale, draw([part]), `${at}-`) : part.html)).join('')
  return <RenderedElement as="div" className="prose" markup={endsWithSlash ? forTrailingSlash(html) : html} />
}
