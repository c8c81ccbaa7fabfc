import type { z } from 'zod'
import type { Locale } from '../../i18n/locales.ts'

export interface ToolCaller {
  /** Locale of the URL that was called; the arguments of a call may request another locale */
  locale: Locale
  /** Network of the caller, the key in the fair queue */
  network: string
}

/** An MCP tool. If something is not found, the tool explains it in words, because the readers are models. */
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

/** Erases the type of a tool's input. This is safe, because inputs are validated against `input` before `run`. */
export function toolOf<Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool {
  return tool as unknown as Tool
}
