import type { Button, Media, MessageContent } from '../../telegram/message/content.ts'

export interface TemplateChoice {
  id: string
  name: string
  rows: Button[][]
}

const pattern = /^(media|row|button|template)(?:\.([a-z]+))?(?:-(\d{1,3}))?(?:-(\d{1,3}))?$/

const emptyMedia = (): Media => ({ kind: 'photo', file: '' })
const emptyButton = (): Button => ({ text: {}, url: '' })

/** Applies the action of a submit button, such as `row.add` or `button.left-0-1`. Any other value changes nothing. */
export function changeForm<Content extends MessageContent>(
  content: Content,
  action: string,
  template?: TemplateChoice,
): Content {
  const [, what, how = '', first = '0', second = '0'] = pattern.exec(action) ?? []
  const [index, place] = [Number(first), Number(second)]
  if (what === 'template') return template ? { ...content, buttons: [...content.buttons, ...template.rows] } : content
  if (what === 'media') return { ...content, media: changeMedia(content.media, how, index) }
  if (what === 'row') return { ...content, buttons: changeRows(content.buttons, how, index) }
  return what === 'button' ? { ...content, buttons: moveButton(content.buttons, how, index, place) } : content
}

export interface Spot {
  row: number
  place: number
}

/** Moves a button to the place before another button; a row left empty is removed. */
export function carryButton(rows: Button[][], from: Spot, to: Spot): Button[][] {
  const carried = rows[from.row]?.[from.place]
  const target = rows[to.row]?.[to.place]
  if (!carried || !target || carried === target) return rows
  const without = rows.map((row) => row.filter((button) => button !== carried))
  return without
    .map((row) => row.flatMap((button) => (button === target ? [carried, button] : [button])))
    .filter((row, at) => row.length > 0 || rows[at]?.length === 0)
}

function changeMedia(media: Media[], how: string, index: number): Media[] {
  if (how === 'add') return [...media, emptyMedia()]
  if (how === 'remove') return media.toSpliced(index, 1)
  return how === 'up' ? swapped(media, index, index - 1) : media
}

function changeRows(rows: Button[][], how: string, index: number): Button[][] {
  if (how === 'add') return [...rows, [emptyButton()]]
  return how === 'remove' ? rows.toSpliced(index, 1) : rows
}

/** Moves a button. Moving up from the first row, or down from the last, creates a row; an empty row is removed. */
function moveButton(rows: Button[][], how: string, index: number, place: number): Button[][] {
  const row = rows[index]
  if (!row) return rows
  if (how === 'add') return rows.with(index, [...row, emptyButton()])
  const button = row[place]
  if (!button) return rows
  if (how === 'left') return rows.with(index, swapped(row, place, place - 1))
  if (how === 'right') return rows.with(index, swapped(row, place, place + 1))
  const without = rows.with(index, row.toSpliced(place, 1))
  if (how === 'remove') return without.filter((each) => each.length > 0)
  if (how !== 'up' && how !== 'down') return rows
  const target = how === 'up' ? index - 1 : index + 1
  const next = without[target]
  const isAlone = row.length === 1
  if (next) return without.with(target, [...next, button]).filter((each) => each.length > 0)
  if (isAlone) return rows
  return how === 'up' ? [[button], ...without] : [...without, [button]]
}

function swapped<Item>(items: Item[], from: number, to: number): Item[] {
  const [one, other] = [items[from], items[to]]
  if (one === undefined || other === undefined) return items
  return items.with(from, other).with(to, one)
}
