const prefix = 'kurs-labels:'

/** Key in local storage of the label that was chosen in groups of these labels. */
export function labelsKey(labels: readonly string[]): string {
  return prefix + JSON.stringify(labels)
}

export function isLabelsKey(key: string): boolean {
  return key.startsWith(prefix)
}
