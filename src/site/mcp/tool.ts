import type { z } from 'zod'
import type { Locale } from '../../i18n/locales.ts'

export interface ToolCaller {
  /** Locale of the called URL; a call may request another one */
  locale: Locale
  /** Key of the fair queue */
  network: string
}

/** An MCP tool. Missing results are explained in words, because the readers are models. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string
  title: string
  description: string
  input: Shape
  run(
    input: z.infer<z.ZodObject<Shape>>,
    caller: ToolCaller,
  ): Promise<{ text: string; isError?: boolean; structured?: Record<string, unknown> }>
}

/** Erases the type of the input. Safe because inputs are validated against `input` before `run`. */
export function toolOf<Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool {
  return tool as unknown as Tool
}
