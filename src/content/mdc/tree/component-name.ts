import { kebabCase } from '../names.ts'
import { isForbiddenTag } from '../safety.ts'
import type { Walk } from './walk.ts'

/** Returns the tag of a component; the name of a forbidden element becomes a plain `div` or `span`. */
export function tagOf(walk: Walk, name: string, plain: 'div' | 'span'): string {
  const tag = kebabCase(name)
  if (!isForbiddenTag(tag)) return tag
  walk.warn(`"${name}" is not allowed as the name of a component`, 'Only its content is shown; use another component.')
  return plain
}
