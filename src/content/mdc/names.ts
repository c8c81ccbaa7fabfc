export function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase()
}

/** Names of properties that differ from those of their HTML attributes, by attribute in lower case without dashes. */
const propertyNames = new Map(
  [
    'acceptCharset accessKey allowFullScreen autoCapitalize autoComplete autoFocus autoPlay cellPadding cellSpacing',
    'charSet classID colSpan contentEditable controlsList crossOrigin dateTime encType enterKeyHint fetchPriority',
    'frameBorder hrefLang httpEquiv inputMode itemID itemProp itemRef itemScope itemType maxLength minLength noValidate',
    'playsInline popoverTarget readOnly referrerPolicy rowSpan spellCheck srcLang srcSet tabIndex useMap',
    'ariaActiveDescendant ariaAutoComplete ariaColCount ariaColIndex ariaColSpan ariaDescribedBy ariaDropEffect',
    'ariaErrorMessage ariaFlowTo ariaHasPopup ariaKeyShortcuts ariaLabelledBy ariaMultiLine ariaMultiSelectable',
    'ariaPosInSet ariaReadOnly ariaRoleDescription ariaRowCount ariaRowIndex ariaRowSpan ariaSetSize ariaValueMax',
    'ariaValueMin ariaValueNow ariaValueText',
  ]
    .flatMap((names) => names.split(' '))
    .map((name): [string, string] => [name.toLowerCase(), name])
    .concat([
      ['class', 'className'],
      ['for', 'htmlFor'],
    ]),
)

/**
 * Converts the name of an attribute to that of a property: `class` → `className`, `data-a` → `dataA`; `:name` keeps its
 * colon.
 */
export function propertyName(attribute: string): string {
  if (attribute.startsWith(':')) return `:${kebabCase(attribute.slice(1))}`
  const name = kebabCase(attribute)
  const known = propertyNames.get(name.replaceAll('-', ''))
  if (known) return known
  return /^(aria|data)-[a-z]/.test(name) ? camelCase(name) : name
}

function camelCase(name: string): string {
  return name.replace(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
