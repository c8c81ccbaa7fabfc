import type { Props } from '../mdc/ast.ts'

export type Attributes = Readonly<Record<string, unknown>>

/**
 * Returns the attributes of a node with parsed values. A bound value overrides the plain one of the same name, because
 * flags have both.
 */
export function attributesOf(props: Props): Attributes {
  const plain: [string, unknown][] = []
  const bound: [string, unknown][] = []
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith(':')) bound.push([camelCase(name.slice(1)), parsed(value)])
    else plain.push([camelCase(name), value])
  }
  return Object.fromEntries([...plain, ...bound])
}

/** Returns an attribute as text: a number becomes text; an empty text is undefined. */
export function textAttribute(attributes: Attributes, name: string): string | undefined {
  const value = attributes[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberAttribute(attributes: Attributes, name: string): number | undefined {
  const text = textAttribute(attributes, name)
  const value = Number(text)
  return text !== undefined && Number.isFinite(value) ? value : undefined
}

export function flagAttribute(attributes: Attributes, name: string): boolean {
  const value = attributes[name]
  return value === true || value === '' || value === 'true' || value === name
}

export function classesOf(attributes: Attributes): string[] {
  const value = attributes.className
  const texts = Array.isArray(value) ? value : [value]
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(/\s+/) : [])).filter(Boolean)
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    // The value of a bound property that is no JSON is used literally.
    return value
  }
}

function camelCase(name: string): string {
  return name === 'class' ? 'className' : name.replace(/-+([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
