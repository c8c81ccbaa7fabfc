import { catalog, type IndicatorId } from '../../indicators/catalog.ts'
import { type LineStyle, lineStyle } from '../chart-indicator.ts'
import { indicatorLooks, type LineLook } from './chart-look.ts'
import type { ColorName } from './palette.ts'

interface StyledLine {
  /** Place of the line in the catalog */
  line: number
  /** Name in the catalog; `rise` and `fall` for the directions of a line that turns */
  name: string
  /** Name of its usual color */
  usual: ColorName
}

/** Lines of an indicator whose color can be chosen */
export function styledLines(id: IndicatorId): StyledLine[] {
  const { ink, lines } = indicatorLooks[id]
  return catalog[id].lines.flatMap((name, line) => {
    const look = lines[line]
    if (look === 'turning') return { line, name: 'rise', usual: 'rise' as const }
    if (lines[line - 1] === 'turning') return { line, name: 'fall', usual: 'fall' as const }
    return look === undefined || look === 'none' ? [] : { line, name, usual: usualOf(look) ?? ink }
  })
}

function usualOf(look: LineLook): ColorName | undefined {
  if (look === 'second' || look === 'fall') return 'fall'
  return look === 'rise' || look === 'histogram' ? 'rise' : undefined
}

interface StyleForm {
  get(name: string): unknown
  getAll(name: string): unknown[]
}

/**
 * Reads the style that a form has for an indicator: colors in `color`, in the order of `styledLines`, and `width`; none
 * if it has `reset`. @param usual  returns the present value of a usual color, which is not stored
 */
export function readStyle(id: IndicatorId, form: StyleForm, usual: (name: ColorName) => string): LineStyle {
  if (form.get('reset') !== null) return {}
  const given = form.getAll('color').map((color) => String(color).toLowerCase())
  const colors: (string | undefined)[] = []
  for (const [place, { line, usual: name }] of styledLines(id).entries()) {
    const color = given[place]
    colors[line] = color !== undefined && /^#[\da-f]{6}$/.test(color) && color !== usual(name) ? color : undefined
  }
  return lineStyle(Number(form.get('width')), Array.from(colors))
}
