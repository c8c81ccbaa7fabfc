import type { Props } from '../ast.ts'
import type { Attribute } from '../attributes.ts'
import { propertyName } from '../names.ts'
import { isSafeProp } from '../safety.ts'

const listProps = new Set(['rel', 'headers', 'htmlFor', 'ariaDescribedBy', 'ariaLabelledBy', 'ariaOwns', 'itemProp'])
const numberProps = new Set(
  'width height colSpan rowSpan span start size cols rows tabIndex maxLength minLength'.split(' '),
)
const booleanProps = new Set(
  'allowFullScreen async autoFocus autoPlay checked controls default disabled hidden inert loop multiple muted open playsInline readOnly required reversed selected'.split(
    ' ',
  ),
)

export interface PropsOptions {
  /** Whether the attributes are of HTML, where an attribute without a value is not a bound flag */
  isHtml?: boolean
  onUnsafe?(name: string, value: string): void
}

export function toProps(attributes: readonly Attribute[], { isHtml = false, onUnsafe }: PropsOptions = {}): Props {
  const props: Props = {}
  for (const { name, value } of attributes) {
    const property = propertyName(name)
    const text = value === true ? '' : value
    if (!isSafeProp(property, text) || !isSafeProp(name.toLowerCase(), text)) {
      onUnsafe?.(name, text)
    } else if (property === 'className') {
      props.className = [...classesOf(props), ...words(text)]
    } else if (value === true && !isHtml) {
      const bare = property.replace(/^:/, '')
      props[`:${bare}`] = 'true'
      props[bare] = ''
    } else {
      props[property] = typedValue(property, text, value === true)
    }
  }
  if (classesOf(props).length === 0) delete props.className
  return props
}

/** Merges two sets of properties: classes are joined; all other properties are replaced, bound or not. */
export function mergeProps(base: Props, over: Props): Props {
  const merged = { ...base }
  for (const name of Object.keys(over)) {
    const bare = name.replace(/^:/, '')
    if (!(bare in over && `:${bare}` in over)) {
      delete merged[bare]
      delete merged[`:${bare}`]
    }
  }
  const classes = [...classesOf(base), ...classesOf(over)]
  return { ...merged, ...over, ...(classes.length > 0 ? { className: classes } : {}) }
}

function classesOf({ className }: Props): string[] {
  return Array.isArray(className) ? className.map(String) : []
}

function typedValue(property: string, text: string, isBare: boolean): Props[string] {
  if (listProps.has(property)) return words(text)
  if (numberProps.has(property) && /^\d{1,9}$/.test(text)) return Number(text)
  if (isBare && booleanProps.has(property)) return true
  return text
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

export function presentProps(values: Record<string, Props[string] | undefined>): Props {
  const props: Props = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) props[name] = value
  return props
}
