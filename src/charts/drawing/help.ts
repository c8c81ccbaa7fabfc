import type { ChartWords } from '../words.ts'
import { drawingKinds } from './drawing.ts'
import { toolKeys } from './keys.ts'

export function drawingHelp({ drawing }: ChartWords): [keys: string[], what: string][] {
  return [
    ...drawingKinds.map((kind): [string[], string] => [['Alt', toolKeys[kind]], drawing.kinds[kind]]),
    [['↑', '↓', 'Enter'], drawing.helpPlace],
    [['Ctrl', 'Z'], drawing.helpUndo],
    [['Delete'], drawing.helpRemove],
  ]
}
