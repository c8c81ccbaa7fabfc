import type { ChartView } from '../canvas/chart-view.ts'
import type { Shape } from '../drawing/shapes.ts'
import type { DrawnShapes } from '../drawing/svg.ts'

/* Loaded when a picture is saved. It imports only types: shared code would be split off into another file of the page. */

interface PictureWords {
  title: string
  /** Text of a badge in the title that marks demo prices */
  mark: string | undefined
}

interface DrawnPicture {
  drawn: DrawnShapes[]
  /** Distance of lines of text, px */
  lineHeight: number
}

const titleHeight = 40

const font = "'Inter Variable', system-ui, sans-serif"

/**
 * Creates a picture of the chart with its drawings and a title above, measured in px of the page. @returns null if the
 * browser cannot create the file
 */
export async function chartPicture(
  view: ChartView,
  { drawn, lineHeight }: DrawnPicture,
  words: PictureWords,
): Promise<Blob | null> {
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
    for (const shape of shapes) paint(context, shape, drawing.color, { background: palette.background, lineHeight })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

interface TextLook {
  background: string
  lineHeight: number
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

function paint(context: CanvasRenderingContext2D, shape: Shape, color: string, text: TextLook): void {
  context.strokeStyle = context.fillStyle = color
  context.lineWidth = 2
  if (shape.type === 'line') {
    context.beginPath()
    context.moveTo(shape.from.x, shape.from.y)
    context.lineTo(shape.to.x, shape.to.y)
    context.stroke()
  } else if (shape.type === 'box') {
    const { x, y, width, height } = shape
    context.globalAlpha = 0.12
    context.fillRect(x, y, width, height)
    context.globalAlpha = 1
    context.strokeRect(x, y, width, height)
  } else if (shape.type === 'text') write(context, shape, text)
}

/** Draws text with an outline, so that it can be read over candles. */
function write(
  context: CanvasRenderingContext2D,
  { at, lines, anchor }: Shape & { type: 'text' },
  { background, lineHeight }: TextLook,
) {
  context.font = `600 12px ${font}`
  context.textAlign = anchor === 'end' ? 'end' : 'center'
  context.textBaseline = 'alphabetic'
  context.lineWidth = 4
  context.lineJoin = 'round'
  context.strokeStyle = background
  for (const [index, line] of lines.entries()) {
    context.strokeText(line, at.x, at.y + index * lineHeight)
    context.fillText(line, at.x, at.y + index * lineHeight)
  }
}
