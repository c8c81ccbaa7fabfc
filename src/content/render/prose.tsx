import type { Body } from '../mdc/ast.ts'
import type { Picture } from '../views.ts'
import { components } from './components.tsx'
import { nodeRenderer } from './node-renderer.tsx'

export interface ProseProps {
  body: Body
  pictures?: ReadonlyMap<string, Picture>
}

/** A page's text. Whatever the author wrote, the result has no script, handler or address that runs one. */
export function Prose({ body, pictures = new Map() }: ProseProps) {
  return <div className="prose">{nodeRenderer(components, pictures)(body.value)}</div>
}
