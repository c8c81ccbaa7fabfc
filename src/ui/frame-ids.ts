/**
 * IDs of the frame around every text. Heading IDs never have two hyphens in a row, so they cannot collide with these.
 */
export const frameIds = {
  content: 'kurs--content',
  userSlot: 'kurs--user-slot',
  searchPalette: 'kurs--search-palette',
  searchResults: 'kurs--search-results',
  docsDrawer: 'kurs--docs-drawer',
  tocTitle: 'kurs--toc-title',
} as const
