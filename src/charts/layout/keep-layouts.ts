import { href, paths } from '../../paths.ts'
import { isChartCount, type Layout, type LayoutBody, maxChart } from './layout.ts'

export type LayoutTrouble = 'taken' | 'changed' | 'missing' | 'full' | 'unreachable' | 'signed-out'

export type LayoutAnswer = { layout: Layout } | { trouble: LayoutTrouble }

export function addLayout(name: string, body: LayoutBody): Promise<LayoutAnswer> {
  return save(paths.marketLayouts, 'POST', { name, body })
}

/** Saves a changed layout. The server refuses with `changed` if the layout was changed since it was read. */
export function changeLayout({ id, updatedAt }: Layout, name: string, body: LayoutBody): Promise<LayoutAnswer> {
  return save(href(paths.marketLayout, { id }), 'PUT', { name, body, seen: updatedAt })
}

export async function removeLayout(id: string): Promise<LayoutTrouble | undefined> {
  const response = await ask(href(paths.marketLayout, { id }), { method: 'DELETE' })
  return response?.ok || response?.status === 404 ? undefined : troubleOf(response)
}

async function save(address: string, method: string, body: unknown): Promise<LayoutAnswer> {
  const response = await ask(address, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (!response?.ok) return { trouble: response?.status === 409 ? await conflictOf(response) : troubleOf(response) }
  const layout = readLayout(await response.json())
  return layout ? { layout } : { trouble: 'unreachable' }
}

/**
 * Returns the cause of a conflict: if the response contains a layout, it was changed elsewhere; otherwise its name is
 * taken.
 */
async function conflictOf(response: Response): Promise<LayoutTrouble> {
  const problem: object = await response.json()
  return 'layout' in problem ? 'changed' : 'taken'
}

async function ask(address: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(address, { ...init, headers: { accept: 'application/json', ...init.headers } })
  } catch {
    return undefined
  }
}

function troubleOf(response: Response | undefined): LayoutTrouble {
  const troubles: Record<number, LayoutTrouble> = { 401: 'signed-out', 404: 'missing', 422: 'full' }
  return troubles[response?.status ?? 0] ?? 'unreachable'
}

/** Parses a layout from a response of this build or the next one. Undefined if the layout is invalid. */
function readLayout(value: unknown): Layout | undefined {
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
