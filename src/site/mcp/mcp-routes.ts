import { type Context, Hono } from 'hono'
import { anyone } from '../../http/access.ts'
import { limitBody } from '../../http/body.ts'
import type { AppEnv } from '../../http/env.ts'
import { jsonError } from '../../http/problem.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { paths } from '../../paths.ts'
import type { SiteDeps } from '../site-deps.ts'
import { contentTools } from './content-tools.ts'
import type { Tool } from './tool.ts'

const bodyBytes = 64 * 1024
/** Estimated processor time of an MCP call in addition to that of a request, ms. A search takes the most. */
const callMs = 9

/**
 * Creates the routes of the Model Context Protocol over streamable HTTP, without sessions: calls are independent, and
 * any process can answer them.
 */
export function mcpRoutes(deps: SiteDeps) {
  const tools: readonly Tool[] = [...contentTools(deps), ...(deps.tools ?? [])]
  return new Hono<AppEnv>()
    .post(paths.mcp, anyone, limitCall, async (c) => {
      c.var.spend(callMs)
      const message = parseJson(await c.req.text())
      if (message === undefined) return jsonError(c, 400, 'The body must be JSON: one message of JSON-RPC.')
      if (Array.isArray(message)) return jsonError(c, 400, 'Batches are not supported: send one message per request.')
      const { answerMcpCall } = await import('./answer-mcp-call.ts')
      const caller = { locale: c.var.locale, network: networkOf(c.var.address) }
      const call = { message, tools, caller, about: deps.about }
      const answer = await deps.calls.run(caller.network, () => answerMcpCall(c.req.raw, call))
      if (!answer) c.header('retry-after', '1')
      if (!answer) return jsonError(c, 503, 'Too many calls at once. Try again in a moment.')
      answer.headers.set('cache-control', 'no-store')
      return answer
    })
    .all(paths.mcp, (c) => {
      c.header('allow', 'POST')
      return jsonError(c, 405, 'Use POST. Sessions and streams are not supported.')
    })
}

const limitCall = limitBody(bodyBytes, (c: Context) =>
  jsonError(c, 413, `Request body too large: at most ${bodyBytes} bytes`),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
