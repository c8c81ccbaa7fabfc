/** Where `latePage` puts the result; written as `latePlace` has it. */
export function LateMark() {
  return <template data-late="true" />
}
