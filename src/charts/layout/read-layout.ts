import { isChartCount, type Layout, type LayoutBody, maxChart } from './layout.ts'

/** Reads a layout from a response, of this build or the next one. Undefined if invalid. */
export function readLayout(value: unknown): Layout | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, updatedAt, body: given }: Partial<Record<keyof Layout, unknown>> = value
  const body = readBody(given)
  if (typeof id !== 'string' || typeof name !== 'string' || typeof updatedAt !== 'number' || !body) return undefined
  return { id, name, updatedAt, body }
}

function readBody(value: unknown): LayoutBody | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { charts, isLinked }: Partial<Record<keyof LayoutBody, unknown>> = value
  if (!Array.isArray(charts) || !isChartCount(charts.length) || typeof isLinked !== 'boolean') return undefined
  return charts.every(isChart) ? { charts, isLinked } : undefined
}

function isChart(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxChart
}
