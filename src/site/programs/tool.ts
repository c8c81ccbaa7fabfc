import type { z } from 'zod'
import type { Locale } from '../../i18n/locales.ts'

export interface ToolAsker {
  /** Of the address that was called; a call may ask for another language */
  locale: Locale
  /** Whose turn it is */
  network: string
}

/** Something that programs may call by the Model Context Protocol. What cannot be had is said in words: readers are models. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string
  title: string
  description: string
  input: Shape
  run(
    input: z.infer<z.ZodObject<Shape>>,
    asker: ToolAsker,
  ): Promise<{ text: string; isError?: boolean; structured?: Record<string, unknown> }>
}

/** Keeps the shape of its input for `run`: what is called has been checked against it. */
export function toolOf<Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool {
  return tool as unknown as Tool
}
