import { kebabCase } from './names.ts'
import { isForbiddenTag } from './safety.ts'
import type { Walk } from './walk.ts'

/** The tag of a component; a plain element for names that are elements no text may contain. */
export function tagOf(walk: Walk, name: string, plain: 'div' | 'span'): string {
  const tag = kebabCase(name)
  if (!isForbiddenTag(tag)) return tag
  walk.warn(`A component cannot be called "${name}"`, 'Only its content is shown; use another component.')
  return plain
}
