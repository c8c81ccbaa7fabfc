/**
 * IDs of elements in the frame around every page. They contain two hyphens in a row, so they cannot equal IDs of
 * headings, which never do.
 */
export const frameIds = {
  content: 'kurs--content',
  userSlot: 'kurs--user-slot',
  searchPalette: 'kurs--search-palette',
  searchResults: 'kurs--search-results',
  docsDrawer: 'kurs--docs-drawer',
  tocTitle: 'kurs--toc-title',
} as const
