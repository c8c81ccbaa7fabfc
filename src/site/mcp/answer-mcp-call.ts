import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { SiteConfig } from '../../config/site-config.ts'
import type { Tool, ToolCaller } from './tool.ts'

export interface McpCall {
  /** Message of the JSON-RPC protocol, as received */
  message: unknown
  tools: readonly Tool[]
  caller: ToolCaller
  about: Pick<SiteConfig, 'name' | 'description'>
}

/**
 * Answers an MCP call. This file is separate, so that the protocol library loads with the first call.
 * @throws every error of a tool: the library would only return the message to the caller, and nobody would log it
 */
export async function answerMcpCall(request: Request, { message, tools, caller, about }: McpCall): Promise<Response> {
  const name = about.name[caller.locale]
  const server = new McpServer({ name, version: '1' }, { instructions: about.description[caller.locale] })
  const failures: unknown[] = []
  for (const { name, title, description, input, run } of tools) {
    const annotations = { readOnlyHint: true, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
      const answer = await run(given, caller).catch((error: unknown) => {
        failures.push(error)
        throw error
      })
      const { text, isError, structured } = answer
      return {
        content: [{ type: 'text', text }],
        ...(isError && { isError }),
        ...(structured && { structuredContent: structured }),
      }
    })
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const answer = await transport.handleRequest(request, { parsedBody: message })
  // The answer is complete, so the server object of this call is closed.
  const body = await answer.arrayBuffer()
  await server.close()
  if (failures.length > 0) throw failures[0]
  return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: answer.headers })
}
