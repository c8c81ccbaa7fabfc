import type { DrawingKind } from '../drawing.ts'
import { measure, rectangle, text } from './boxes.ts'
import { extension, fibonacci } from './fibonacci.ts'
import type { KindEntry } from './kind.ts'
import { arrow, brush, channel, extended, level, line, ray, vertical } from './lines.ts'
import { long, short } from './position.ts'

export const kindEntries: Record<DrawingKind, KindEntry> = {
  ...{ line, level, rectangle, measure, fibonacci, extension, channel, long, short },
  ...{ ray, extended, vertical, text, arrow, brush },
}
