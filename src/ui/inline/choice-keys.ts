const prefix = 'kurs-labels:'

/** Local storage key of the label that the reader has chosen in tab groups with these labels. */
export function labelsKey(labels: readonly string[]): string {
  return prefix + JSON.stringify(labels)
}

export function isLabelsKey(key: string): boolean {
  return key.startsWith(prefix)
}
