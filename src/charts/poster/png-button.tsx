import { useState } from 'react'
import { Glyph } from '../controls/glyph.tsx'
import type { ShownChart } from '../layout/cell.tsx'
import type { PictureOptions } from './chart-picture.ts'

export interface PictureButtonProps extends PictureOptions {
  chart: ShownChart | undefined
}

export function PictureButton({ chart, asset, compared, mark, locale, words }: PictureButtonProps) {
  const [problem, setProblem] = useState('')
  const save = async () => {
    if (!chart) return
    const { pane, layer } = chart
    const isSaved = await import('../later.ts')
      .then(({ savePicture }) => savePicture(pane.view, layer.picture(), { asset, compared, mark, locale, words }))
      .catch(() => false)
    setProblem(isSaved ? '' : words.drawing.pictureFailed)
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
