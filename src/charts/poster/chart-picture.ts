import type { Locale } from '../../i18n/locales.ts'
import { pairOf } from '../../market/instrument.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { dashesOf, faint, lineHeight } from '../drawing/line-style.ts'
import type { Shape } from '../drawing/shape.ts'
import type { DrawnShapes } from '../drawing/svg.ts'
import { type ChartWords, fill } from '../words.ts'

export interface PictureOptions {
  asset: ChartAsset
  compared: ChartAsset | undefined
  /** Text of a badge in the title that marks demo prices */
  mark: string | undefined
  locale: Locale
  words: ChartWords
}

interface PictureWords extends Pick<PictureOptions, 'mark'> {
  title: string
}

const titleHeight = 40

const font = "'Inter Variable', system-ui, sans-serif"

/** Downloads a picture of a chart. @returns whether the browser could create it */
export async function savePicture(
  view: ChartView,
  drawn: DrawnShapes[],
  { asset, compared, mark, locale, words }: PictureOptions,
): Promise<boolean> {
  const { tf } = view.look
  const now = Date.now()
  const pair = compared ? `${pairOf(asset)}, ${pairOf(compared)}` : pairOf(asset)
  const time = axisFormats(locale, 1).moment(now)
  const title = fill(words.drawing.pictureTitle, { pair, tf: words[`tf${tf}`], time })
  const file = await chartPicture(view, drawn, { title, mark })
  if (file) download(file, `${asset.asset}-${tf}-${new Date(now).toISOString().slice(0, 16).replace(':', '-')}.png`)
  return file !== null
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Creates a picture of the chart with its drawings and a title above, measured in px of the page. @returns null if the
 * browser cannot create the file
 */
async function chartPicture(view: ChartView, drawn: DrawnShapes[], words: PictureWords): Promise<Blob | null> {
  const shot = view.chart.takeScreenshot(false, false)
  const ratio = shot.width / view.element.clientWidth
  const canvas = document.createElement('canvas')
  canvas.width = shot.width
  canvas.height = shot.height + Math.round(titleHeight * ratio)
  const context = canvas.getContext('2d')
  if (!context) return null
  const { palette } = view.look
  context.fillStyle = palette.background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(shot, 0, canvas.height - shot.height)
  context.scale(ratio, ratio)
  paintTitle(context, view, words)
  context.translate(0, titleHeight)
  context.beginPath()
  context.rect(0, 0, view.chart.timeScale().width(), view.chart.panes()[0]?.getHeight() ?? 0)
  context.clip()
  for (const { drawing, shapes } of drawn)
    for (const shape of shapes) paint(context, shape, drawing, palette.background)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function paintTitle(
  context: CanvasRenderingContext2D,
  { look: { palette } }: ChartView,
  { title, mark }: PictureWords,
) {
  context.textBaseline = 'middle'
  context.fillStyle = palette.text
  context.font = `600 14px ${font}`
  context.fillText(title, 12, titleHeight / 2)
  if (!mark) return
  const left = 12 + context.measureText(title).width + 12
  context.font = `600 11px ${font}`
  const width = context.measureText(mark).width + 16
  context.strokeStyle = palette.text
  context.strokeRect(left, titleHeight / 2 - 10, width, 20)
  context.fillText(mark, left + 8, titleHeight / 2)
}

function paint(context: CanvasRenderingContext2D, shape: Shape, drawing: Drawing, background: string): void {
  const { color, width: lineWidth = 2 } = drawing
  context.strokeStyle = context.fillStyle = color
  context.lineWidth = lineWidth
  context.setLineDash(dashesOf(drawing, shape.type === 'line' && shape.isFaint))
  if (shape.type === 'line' || shape.type === 'path') {
    const spots = shape.type === 'path' ? shape.spots : [shape.from, shape.to]
    context.globalAlpha = shape.type === 'line' && shape.isFaint ? faint : 1
    context.beginPath()
    for (const { x, y } of spots) context.lineTo(x, y)
    context.stroke()
    context.globalAlpha = 1
  } else if (shape.type === 'box') {
    const { x, y, width, height } = shape
    context.strokeStyle = context.fillStyle = shape.color ?? color
    context.globalAlpha = 0.12
    context.fillRect(x, y, width, height)
    context.globalAlpha = 1
    context.strokeRect(x, y, width, height)
  } else if (shape.type === 'text') write(context, shape, background)
}

/** Draws text with an outline, so that it can be read over candles. */
function write(context: CanvasRenderingContext2D, { at, lines, anchor }: Shape & { type: 'text' }, background: string) {
  context.font = `600 12px ${font}`
  context.textAlign = anchor === 'middle' ? 'center' : anchor
  context.setLineDash([])
  context.textBaseline = 'alphabetic'
  context.lineWidth = 4
  context.lineJoin = 'round'
  context.strokeStyle = background
  for (const [index, line] of lines.entries()) {
    context.strokeText(line, at.x, at.y + index * lineHeight)
    context.fillText(line, at.x, at.y + index * lineHeight)
  }
}
