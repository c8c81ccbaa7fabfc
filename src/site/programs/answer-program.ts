import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { SiteConfig } from '../../config/site-config.ts'
import type { Tool, ToolAsker } from './tool.ts'

export interface ProgramCall {
  /** JSON-RPC, as received */
  message: unknown
  tools: readonly Tool[]
  asker: ToolAsker
  about: Pick<SiteConfig, 'name' | 'description'>
}

/**
 * Answers an MCP call. In its own file, so that the protocol library loads with the first call.
 * @throws whatever a tool throws: the library would only return the message to the caller, and nobody would log it
 */
export async function answerProgram(
  request: Request,
  { message, tools, asker, about }: ProgramCall,
): Promise<Response> {
  const name = about.name[asker.locale]
  const server = new McpServer({ name, version: '1' }, { instructions: about.description[asker.locale] })
  const failures: unknown[] = []
  for (const { name, title, description, input, run } of tools) {
    const annotations = { readOnlyHint: true, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
      const answer = await run(given, asker).catch((error: unknown) => {
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
  // The answer is complete: keep nothing of this call.
  const body = await answer.arrayBuffer()
  await server.close()
  if (failures.length > 0) throw failures[0]
  return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: answer.headers })
}
