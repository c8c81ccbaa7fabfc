import type { MessageKey } from '../../i18n/translate.ts'
import { KeysHelp } from '../keys-help.tsx'
import type { ListPlace } from './list-place.ts'

export interface ListKeysProps {
  of: ListPlace
  /** Key that clicks the element `data-row-act` in the focused row */
  actKey: string
  words: {
    title: MessageKey
    move: MessageKey
    act: MessageKey
    open: MessageKey
    search: MessageKey
    help: MessageKey
  }
}

export function ListKeys({ of: { name }, actKey, words }: ListKeysProps) {
  const keys = [
    { keys: ['j', 'k'], label: words.move },
    { keys: [actKey], label: words.act },
    { keys: ['Enter'], label: words.open },
    { keys: ['/'], label: words.search },
    { keys: ['?'], label: words.help },
  ]
  return (
    <div className="list-keys" data-act-key={actKey}>
      <KeysHelp id={`${name}-keys`} label={words.title} keys={keys} className="list-keys-button" />
    </div>
  )
}
