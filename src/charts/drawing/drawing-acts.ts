import type { ChartView } from '../canvas/chart-view.ts'
import { type ChartWords, fill } from '../words.ts'
import type { DrawingDesk } from './desk.ts'
import { type Drawing, mapPoints, maxOrder } from './drawing.ts'
import { movedBy } from './geometry.ts'
import { type Projection, spotOf } from './projection.ts'
import type { DrawingStore } from './store.ts'

export interface DrawingActs {
  view: ChartView
  desk: DrawingDesk
  words: ChartWords
  store(): DrawingStore
}

type Store = Pick<DrawingActs, 'store'>

/** Deletes a drawing unless it is locked. @returns true: the act was answered */
export function removeDrawing(drawing: Drawing, { desk, words, store }: Omit<DrawingActs, 'view'>): true {
  if (drawing.isLocked) {
    desk.message.value = words.drawing.isLocked
    return true
  }
  store().remove(drawing.id)
  desk.selected.value = undefined
  desk.message.value = fill(words.drawing.removed, { drawing: words.drawing.kinds[drawing.kind] })
  return true
}

export function toggleLock(drawing: Drawing, { store }: Store): void {
  store().put({ ...drawing, isLocked: drawing.isLocked ? undefined : true })
}

/** Puts a drawing above all others of its asset, or below them. */
export function restackDrawing(drawing: Drawing, place: 'front' | 'back', { store }: Store): void {
  const orders = store()
    .drawings.peek()
    .filter(({ id }) => id !== drawing.id)
    .map(({ order = 0 }) => order)
  const order = place === 'front' ? Math.max(-1, ...orders) + 1 : Math.min(1, ...orders) - 1
  store().put({ ...drawing, order: Math.max(-maxOrder, Math.min(maxOrder, order)) })
}

export function copyDrawing(drawing: Drawing, { view, desk, words }: DrawingActs): void {
  const asset = desk.active.peek()?.asset
  desk.copied.value = { drawing, asset, price: view.candles.at(-1)?.close ?? 0 }
  desk.message.value = fill(words.drawing.copied, { drawing: words.drawing.kinds[drawing.kind] })
}

/** Distance of a pasted drawing from the copied one, px down and right, so that both can be seen */
const pasteShift = 16

/**
 * Adds a copy of the copied drawing. On another asset, its prices are scaled by the latest prices of both; if it would
 * be outside the chart, it moves to the middle. @returns whether anything was copied
 */
export function pasteDrawing(scale: Projection, { view, desk, words, store }: DrawingActs): boolean {
  const copied = desk.copied.peek()
  if (!copied) return false
  const price = view.candles.at(-1)?.close ?? 0
  const isScaled = copied.asset !== desk.active.peek()?.asset && copied.price > 0 && price > 0
  const pasted = placedCopy(scale, copied.drawing, isScaled ? price / copied.price : 1)
  const drawing = { ...pasted, id: crypto.randomUUID(), isLocked: undefined }
  store().put(drawing)
  desk.selected.value = drawing.id
  desk.message.value = fill(words.drawing.placed, { drawing: words.drawing.kinds[drawing.kind] })
  return true
}

function placedCopy(scale: Projection, drawing: Drawing, factor: number): Drawing {
  const scaled = factor === 1 ? drawing : mapPoints(drawing, ([time, price]) => [time, price * factor])
  const { x, y } = spotOf(scale, scaled.points[0])
  const isInside = x >= 0 && x <= scale.width && y >= 0 && y <= scale.height
  if (isInside) return movedBy(scale, scaled, pasteShift, pasteShift)
  return movedBy(scale, scaled, scale.width / 2 - x, Number.isFinite(y) ? scale.height / 2 - y : 0)
}
