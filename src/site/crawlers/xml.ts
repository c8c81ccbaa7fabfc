const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Template tag that escapes every inserted value for XML text and attributes. */
export function xml(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.map((part, at) => part + escapeXml(values[at] ?? '')).join('')
}

function escapeXml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}
