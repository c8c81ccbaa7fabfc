import { useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { type ChartAsset, pairOf } from '../chart-props.ts'
import { Glyph } from '../controls/glyph.tsx'
import { lineHeight, type Shape } from '../drawing/shapes.ts'
import type { DrawnShapes } from '../drawing/svg.ts'
import type { ShownChart } from '../layout/cell.tsx'
import { type ChartWords, fill } from '../words.ts'

interface PictureWords {
  title: string
  /** Text of a badge in the title that marks demo prices */
  mark: string | undefined
}

const titleHeight = 40

const font = "'Inter Variable', system-ui, sans-serif"

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
    for (const shape of shapes) paint(context, shape, drawing.color, palette.background)
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

function paint(context: CanvasRenderingContext2D, shape: Shape, color: string, background: string): void {
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
  } else if (shape.type === 'text') write(context, shape, background)
}

/** Draws text with an outline, so that it can be read over candles. */
function write(context: CanvasRenderingContext2D, { at, lines, anchor }: Shape & { type: 'text' }, background: string) {
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

function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export interface PictureButtonProps {
  chart: ShownChart | undefined
  asset: ChartAsset
  compared: ChartAsset | undefined
  mark: string | undefined
  locale: Locale
  words: ChartWords
}

export function PictureButton({ chart, asset, compared, mark, locale, words }: PictureButtonProps) {
  const [problem, setProblem] = useState('')
  const save = async () => {
    if (!chart) return
    const { view } = chart.pane
    const { tf } = view.look
    const now = Date.now()
    const pair = compared ? `${pairOf(asset)}, ${pairOf(compared)}` : pairOf(asset)
    const time = axisFormats(locale, 1).moment(now)
    const title = fill(words.drawing.pictureTitle, { pair, tf: words[`tf${tf}`], time })
    const file = await chartPicture(view, chart.layer.picture(), { title, mark })
    setProblem(file ? '' : words.drawing.pictureFailed)
    if (file) download(file, `${asset.asset}-${tf}-${new Date(now).toISOString().slice(0, 16).replace(':', '-')}.png`)
  }
  return (
    <>
      <button
        type="button"
        className="chart-button"
        title={words.drawing.picture}
        aria-label={words.drawing.picture}
        disabled={!chart}
        onClick={save}
      >
        <Glyph name="picture" />
      </button>
      {problem && <span role="alert">{problem}</span>}
    </>
  )
}
