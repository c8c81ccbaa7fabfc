import { languageTags, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { DrawableChart, DrawingDesk } from '../drawing/desk.ts'
import type { Drawing, DrawingKind, Point } from '../drawing/drawing.ts'
import { copyDrawing, pasteDrawing, removeDrawing, restackDrawing, toggleLock } from '../drawing/drawing-acts.ts'
import type { LiveLayer } from '../drawing/live-layer.ts'
import type { Projection } from '../drawing/projection.ts'
import { snapSpot } from '../drawing/scale.ts'
import { openSettings } from '../drawing/settings.ts'
import { createAlertAt } from '../trading/alert-acts.ts'
import { openOrderPanel } from '../trading/order-panel.ts'
import { type ChartWords, fill } from '../words.ts'

export interface ContextMenuOptions {
  view: ChartView
  desk: DrawingDesk
  words: ChartWords
  chart: DrawableChart
  layer: LiveLayer
}

export interface MenuItem {
  text: string
  /** Address of a link; a plain click runs the act of the item, if it has one */
  href?: string
  act?(): void
  /** Whether the item begins a group */
  isFirst?: boolean
}

interface ChartSpot {
  x: number
  y: number
  scale: Projection | undefined
}

export function drawingItems({ view, desk, words, chart }: ContextMenuOptions, drawing: Drawing): MenuItem[] {
  const { menu } = words.drawing
  const { store } = chart
  const acts = { view, desk, words, store }
  const settings = () => openSettings({ drawing, store: store(), desk, words, locale: view.look.locale })
  return [
    ...(drawing.isLocked ? [] : [{ text: menu.settings, act: settings }]),
    { text: drawing.isLocked ? menu.unlock : menu.lock, act: () => toggleLock(drawing, acts) },
    { text: menu.front, act: () => restackDrawing(drawing, 'front', acts) },
    { text: menu.back, act: () => restackDrawing(drawing, 'back', acts) },
    { text: menu.copy, act: () => copyDrawing(drawing, acts) },
    ...(drawing.isLocked ? [] : [{ text: menu.remove, act: () => void removeDrawing(drawing, acts) }]),
  ]
}

/** Acts at a place of the chart; those with a price only where the place has one. */
export function chartItems(options: ContextMenuOptions, { x, y, scale }: ChartSpot): MenuItem[] {
  const { view, desk, words, chart, layer } = options
  const { menu } = words.drawing
  const end: MenuItem[] = [{ text: menu.newest, act: () => view.range.goToNewest(), isFirst: true }]
  if (!scale || y < 0 || y > scale.height) return end
  const price = roundedPrice(scale.priceOf(y), view.look.priceDigits)
  // Alerts and orders belong to the present: a replay has practice orders instead.
  const isPriced = price > 0 && !view.element.closest('.is-replaying')
  const shown = { price: layer.texts.price(price) }
  const text = price.toFixed(view.look.priceDigits)
  const add = (kind: DrawingKind, point: Point) => {
    const drawing = { id: crypto.randomUUID(), kind, ...desk.styleOf(kind) }
    chart.store().put({ ...drawing, points: [point, point] })
    desk.selected.value = drawing.id
  }
  const point = snapSpot(view, { x: Math.min(x, scale.width), y }, false)
  const copyPrice = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        desk.message.value = fill(menu.priceCopied, shown)
      },
      () => {
        desk.message.value = menu.copyFailed
      },
    )
  return [
    ...(isPriced
      ? [
          {
            text: fill(menu.alert, shown),
            act: () => void createAlertAt({ asset: chart.asset, locale: view.look.locale, text, shown, menu }),
            isFirst: true,
          },
          ...orderItems(options, price, shown),
        ]
      : []),
    ...(point
      ? [
          { text: fill(menu.level, shown), act: () => add('level', [point[0], price]), isFirst: true },
          ...(x <= scale.width ? [{ text: menu.vertical, act: () => add('vertical', point) }] : []),
        ]
      : []),
    ...(desk.copied.peek()
      ? [{ text: menu.paste, act: () => void pasteDrawing(scale, { view, desk, words, store: chart.store }) }]
      : []),
    { text: fill(menu.copyPrice, shown), act: () => void copyPrice(), isFirst: true },
    ...end.map(({ isFirst: _, ...item }) => item),
  ]
}

/**
 * Order tickets with the price and a share filled in: first a pair of exits for what is held, then the kinds of orders
 * that can wait on that side of the market.
 */
function orderItems({ view, chart, words }: ContextMenuOptions, price: number, shown: { price: string }): MenuItem[] {
  const { menu } = words.drawing
  const last = view.candles.at(-1)?.close ?? price
  const { locale, tf, priceDigits: digits } = view.look
  // As it would be typed into the field of the ticket
  const fixed = { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits }
  const text = Intl.NumberFormat(languageTags[locale], fixed).format(price)
  const address = localised(locale, href(paths.paperAsset, { asset: chart.asset }))
  const { asset } = chart
  const order = (name: keyof typeof menu, query: Record<string, string>): MenuItem => {
    const filled = { ...query, share: query.side === 'buy' ? '25' : '100' }
    return {
      text: fill(menu[name], shown),
      href: `${address}?${new URLSearchParams(query)}`,
      act: () => openOrderPanel({ asset, tf, locale, words: words.trading.ticket, query: filled }),
    }
  }
  const held = view.element.parentElement?.querySelector('.price-line[data-kind=average]')
  const exit = (leg: 'stop' | 'profit', name: keyof typeof menu): MenuItem[] =>
    held ? [order(name, { side: 'sell', kind: 'bracket', [leg]: text })] : []
  if (price < last) {
    return [
      ...exit('stop', 'exitStop'),
      order('buyLimit', { side: 'buy', kind: 'limit', price: text }),
      order('sellStop', { side: 'sell', kind: 'stop', price: text }),
      order('bracketStop', { side: 'buy', kind: 'bracket', stop: text }),
    ]
  }
  return [
    ...exit('profit', 'exitProfit'),
    order('sellLimit', { side: 'sell', kind: 'limit', price: text }),
    order('buyStop', { side: 'buy', kind: 'stop', price: text }),
    order('bracketProfit', { side: 'buy', kind: 'bracket', profit: text }),
  ]
}

function roundedPrice(price: number, digits: number): number {
  const step = 10 ** digits
  return Math.round(price * step) / step
}
