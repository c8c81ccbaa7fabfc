import { useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { pairOf } from '../../market/instrument.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartAsset } from '../chart-props.ts'
import { Glyph } from '../controls/glyph.tsx'
import type { ShownChart } from '../layout/cell.tsx'
import { type ChartWords, fill } from '../words.ts'

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
    const drawn = chart.layer.picture()
    const file = await import('../later.ts')
      .then(({ chartPicture }) => chartPicture(view, drawn, { title, mark }))
      .catch(() => null)
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
