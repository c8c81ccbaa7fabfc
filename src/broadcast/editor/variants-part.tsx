import { useState } from 'react'
import { fillWords } from '../../telegram/message/words.ts'
import { isWritten, letterOf } from '../variants/variants.ts'
import { TextsPart, type TextsPartProps } from './texts-part.tsx'

export function VariantsPart(props: Omit<TextsPartProps, 'variant'>) {
  const { content, words } = props
  const { variants = [] } = content
  /** Initially open texts: a text that the user opens or empties later stays as it is */
  const [written] = useState(() => variants.map(isWritten))
  if (variants.length === 0) return null
  return (
    <details className="editor-variants" open={written.includes(true) || undefined}>
      <summary>{words.editor.variants}</summary>
      <p className="field-hint">{words.editor.variantsHint}</p>
      {variants.map((_, index) => {
        const letter = letterOf(index + 1)
        return (
          <details key={letter} className="editor-variant" open={index === 0 || written[index] || undefined}>
            <summary>{fillWords(words.editor.variant, { letter })}</summary>
            <TextsPart {...props} variant={index + 1} />
          </details>
        )
      })}
    </details>
  )
}
