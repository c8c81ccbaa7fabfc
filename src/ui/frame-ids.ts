/** Ids of what stands around every text. No heading's id has two hyphens in a row, so none is ever one of these. */
export const frameIds = {
  content: 'kurs--content',
  userSlot: 'kurs--user-slot',
  searchPalette: 'kurs--search-palette',
  searchResults: 'kurs--search-results',
  docsDrawer: 'kurs--docs-drawer',
  tocTitle: 'kurs--toc-title',
} as const
