import { paths } from '../../paths.ts'
import type { IndicatorTemplate, Templates } from './templates.ts'

type TemplateTrouble = 'unreachable' | 'busy' | 'refused' | 'signed-out'
export type TemplatesAnswer = Templates | { trouble: TemplateTrouble }

export function loadTemplates(): Promise<TemplatesAnswer> {
  return ask('GET').then(answerOf)
}

/** Number of tries to change templates that other windows change at the same time */
const tries = 4

/** Changes the user's templates. @param edit  is applied again to templates that were changed elsewhere meanwhile */
export async function changeTemplates(
  known: Templates,
  edit: (list: readonly IndicatorTemplate[]) => readonly IndicatorTemplate[],
): Promise<TemplatesAnswer> {
  let { templates, version } = known
  for (let count = 0; count < tries; count++) {
    const response = await ask('PUT', { templates: edit(templates), version })
    if (response?.status !== 409) return answerOf(response)
    const { current }: { current?: unknown } = await response.json()
    const read = readTemplates(current)
    if (!read) break
    ;({ templates, version } = read)
  }
  return { trouble: 'busy' }
}

async function ask(method: string, body?: Templates): Promise<Response | undefined> {
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  try {
    return await fetch(paths.marketTemplates, { method, headers, body: body ? JSON.stringify(body) : null })
  } catch {
    return undefined
  }
}

async function answerOf(response: Response | undefined): Promise<TemplatesAnswer> {
  const read = response?.ok ? readTemplates(await response.json()) : undefined
  return read ?? { trouble: troubleOf(response) }
}

function troubleOf(response: Response | undefined): TemplateTrouble {
  const troubles: Record<number, TemplateTrouble> = {
    400: 'refused',
    401: 'signed-out',
    413: 'refused',
    422: 'refused',
    429: 'busy',
  }
  return troubles[response?.status ?? 0] ?? 'unreachable'
}

/** Reads templates from a response of this build or the next one; undefined if they are invalid. */
function readTemplates(value: unknown): Templates | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { templates, version }: Partial<Record<keyof Templates, unknown>> = value
  const isRead = Array.isArray(templates) && templates.every(isTemplate) && typeof version === 'number'
  return isRead ? { templates, version } : undefined
}

function isTemplate(value: unknown): value is IndicatorTemplate {
  if (typeof value !== 'object' || value === null) return false
  const { name, indicators }: Partial<Record<keyof IndicatorTemplate, unknown>> = value
  return typeof name === 'string' && typeof indicators === 'string'
}
