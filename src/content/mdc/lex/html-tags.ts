/** Names of elements that begin an HTML block even inside a paragraph. */
export const htmlTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|' +
  'tr|track|ul'

const lineTags = new Set(
  (
    'a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em font i img input ins kbd ' +
    'label map mark meter nobr output picture pre progress q rb rp rt rtc ruby s samp select slot small source span ' +
    'strike strong sub sup time tt u var video wbr'
  ).split(' '),
)
const blockTags = new RegExp(`^(?:${htmlTags})$`)

export function isHtmlTag(tag: string): boolean {
  return lineTags.has(tag) || blockTags.test(tag)
}
