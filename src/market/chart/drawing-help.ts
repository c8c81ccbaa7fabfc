import { drawingKinds } from './drawing.ts'
import { toolKeys } from './drawing-keys.ts'
import type { ChartWords } from './words.ts'

/** The keys of drawing, each with what it does. */
export function drawingHelp({ drawing }: ChartWords): [keys: string[], what: string][] {
  return [
    ...drawingKinds.map((kind): [string[], string] => [['Alt', toolKeys[kind]], drawing.kinds[kind]]),
    [['↑', '↓', 'Enter'], drawing.helpPlace],
    [['Ctrl', 'Z'], drawing.helpUndo],
    [['Delete'], drawing.helpRemove],
  ]
}
