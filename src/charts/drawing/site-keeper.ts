import { href, paths } from '../../paths.ts'
import { bodyOf } from './drawing.ts'
import { readDrawings } from './read-drawings.ts'
import type { DrawingKeeper, SaveResult, Trouble } from './saver.ts'

const headers = { accept: 'application/json' }

export const siteKeeper: DrawingKeeper = {
  list: async (asset) => {
    const response = await ask(`${paths.marketDrawings}?asset=${encodeURIComponent(asset)}`, { headers })
    if (!response?.ok) return troubleOf(response)
    const answer: { drawings?: unknown } = await response.json()
    return readDrawings(answer.drawings) ?? 'refused'
  },
  put: async (asset, drawing) => {
    const address = `${href(paths.marketDrawing, { id: drawing.id })}?asset=${encodeURIComponent(asset)}`
    const body = JSON.stringify(bodyOf(drawing))
    return keptBy(
      await ask(address, { method: 'PUT', body, headers: { ...headers, 'content-type': 'application/json' } }),
    )
  },
  remove: async (id) => {
    const response = await ask(href(paths.marketDrawing, { id }), { method: 'DELETE', headers })
    const isGoneAlready = response?.status === 404
    return isGoneAlready ? 'kept' : keptBy(response)
  },
}

async function ask(address: string, init: RequestInit): Promise<Response | undefined> {
  try {
    // `keepalive` completes a save even if the page unloads right away.
    return await fetch(address, { ...init, keepalive: init.method !== undefined })
  } catch {
    return undefined
  }
}

function keptBy(response: Response | undefined): SaveResult {
  return response?.ok ? 'kept' : troubleOf(response)
}

function troubleOf(response: Response | undefined): Trouble {
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable'
  if (response.status === 401) return 'signed-out'
  return response.status === 422 ? 'full' : 'refused'
}
