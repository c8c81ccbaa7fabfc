/** What pages to read have in common: header, footer, search. A page that has it asks for the next one without it. */
export const partHeader = 'x-page-part'

/** Of what a page says of itself in its head */
export const pageTags =
  'title,meta[name=description],meta[name=robots],link[rel=canonical],link[rel=alternate],meta[property],meta[name^=twitter],script[type="application/ld+json"]'
