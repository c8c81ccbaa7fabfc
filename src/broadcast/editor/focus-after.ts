import type { MessageContent } from '../../telegram/message/content.ts'

type Parts = Pick<MessageContent, 'buttons' | 'media'>

/**
 * Returns the control to focus after a change: the moved button, a field of the added part, or a control beside the
 * removed part.
 * @param focused  name, or value of a submit button, of the control that had the focus
 * @returns a CSS selector
 */
export function focusAfter(before: Parts, after: Parts, action: string, focused: string): string | undefined {
  const [, what = '', how = '', row = '0', place = '0'] = /^(\w+)\.(\w+)(?:-(\d+))?(?:-(\d+))?$/.exec(action) ?? []
  if (what === 'media') return how === 'add' ? named(`media.${after.media.length - 1}.file`) : says('media.add')
  if (how === 'remove') return says('row.add')
  if (how === 'add') {
    const grown = what === 'row' ? after.buttons.length - 1 : Number(row)
    return named(`button.${grown}.${(after.buttons[grown]?.length ?? 1) - 1}.ru`)
  }
  const moved = before.buttons[Number(row)]?.[Number(place)]
  const at = after.buttons.findIndex((buttons) => moved !== undefined && buttons.includes(moved))
  const spot = moved && after.buttons[at]?.indexOf(moved)
  if (spot === undefined) return undefined
  const field = /^button\.\d+\.\d+\.(\w+)$/.exec(focused)?.[1]
  return field === undefined ? says(`button.${how}-${at}-${spot}`) : named(`button.${at}.${spot}.${field}`)
}

const named = (name: string) => `[name="${name}"]`
const says = (value: string) => `[value="${value}"]`
