import type { FoundOperation } from './reference.ts'

/** Returns a curl command for an operation; parameters without an example appear as upper-case names. */
export function curlOf({ method, path, siteUrl, operation }: FoundOperation): string {
  const { parameters, requestBody, security } = operation
  const values = parameters.map((parameter) => ({ ...parameter, value: exampleOf(parameter) }))
  const filled = values
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, value), path)
  const query = values.filter((parameter) => parameter.in === 'query' && parameter.required)
  const asked = query.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&')
  const example = requestBody?.content['application/json']?.example
  const isPersonal = security.every((way) => Object.keys(way).length > 0)
  return [
    `curl ${method === 'post' && example === undefined ? '-X POST ' : ''}'${siteUrl}${filled}${asked && `?${asked}`}'`,
    ...(isPersonal ? ['-H "Authorization: Bearer $KURS_TOKEN"'] : []),
    ...(example === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example)}'`]),
  ].join(' \\\n  ')
}

function exampleOf({ name, example, schema }: FoundOperation['operation']['parameters'][number]): string {
  const [first] = Array.isArray(schema.enum) ? schema.enum : []
  const value = example ?? first
  return value === undefined ? name.toUpperCase() : String(value)
}
