import type { Locale } from '../../i18n/locales.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { type AstNode, type Body, isElement } from '../mdc/ast.ts'
import type { PageRow } from '../queries.ts'
import { prerender } from '../render/prerender.tsx'
import type { ProseBody } from '../render/prose-body.ts'
import { firstParagraph, leadingH1, titleOfHeading } from './derive.ts'
import { withOwnIds } from './own-ids.ts'

/**
 * Parses the body of a page. Only ingest writes bodies, from the type `Body`, so they are not validated again on every
 * view.
 */
export function parseBody(json: string): Body {
  return JSON.parse(json) as Body
}

/**
 * Returns the text of a page as rendered by ingest, or else renders its nodes. @param locale  locale of the page that
 * shows the text
 */
export function readProse({ text, isDrawn }: PageRow, page: Described, locale: Locale): ProseBody {
  if (isDrawn) return JSON.parse(text) as ProseBody
  return renderProse(withOwnIds(parseBody(text)), page, locale)
}

interface Described {
  title: string
  description: string
}

export function renderProse(body: Body, { title, description }: Described, locale: Locale): ProseBody {
  const shown = belowTitle(body, title)
  const repeats = description !== '' && firstParagraph(shown.value) === description
  return { ...prerender(shown, locale), ...(repeats && { repeatsDescription: true }) }
}

/**
 * Removes a leading h1 that repeats the page's title, and turns any other h1 into an h2: every page has exactly one.
 */
export function belowTitle(body: Body, title: string): Body {
  const heading = leadingH1(body.value)
  const plain = (text: string) => withoutCodeMarks(text).trim()
  const repeated = heading && plain(titleOfHeading(heading)) === plain(title) ? heading : undefined
  return { ...body, value: body.value.filter((node) => node !== repeated).map(demote) }
}

function demote(node: AstNode): AstNode {
  if (!isElement(node) || node[0] !== 'h1') return node
  const [, props, ...children] = node
  return ['h2', props, ...children]
}
