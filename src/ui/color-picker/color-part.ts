import type { Signal } from '@preact/signals-react'
import type { Color } from './color.ts'
import type { ColorWords } from './words.ts'

export interface ColorPartProps {
  color: Signal<Color>
  words: ColorWords
  onShow(color: Color | undefined): void
  /** Called after the last change of the color during a press or a key */
  onSettle(): void
}
