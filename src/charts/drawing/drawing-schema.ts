import { z } from 'zod'
import { type DrawingBody, drawingColor, drawingKinds, isSound, lastTime, maxPrice } from './drawing.ts'

const point = z.tuple([z.int().min(0).max(lastTime), z.number().min(-maxPrice).max(maxPrice)])

export const drawingBodySchema: z.ZodType<DrawingBody> = z
  .object({ kind: z.enum(drawingKinds), points: z.tuple([point, point]), color: z.string().regex(drawingColor) })
  .refine(isSound)
