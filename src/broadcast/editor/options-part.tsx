import type { MessageContent } from '../../telegram/message/content.ts'
import type { MessageWords } from '../../telegram/message/words.ts'

export interface OptionsPartProps {
  content: MessageContent
  /** The message is already in chats */
  isSent: boolean
  words: MessageWords
  onOptions(options: Partial<Pick<MessageContent, Option>>): void
}

type Option = (typeof options)[number]
const options = ['hasLinkPreview', 'isSilent', 'isProtected'] as const

export function OptionsPart({ content, isSent, words: { editor }, onOptions }: OptionsPartProps) {
  return (
    <fieldset className="editor-part">
      <legend>{editor.options}</legend>
      {isSent && <p className="field-hint">{editor.optionsSent}</p>}
      <div className="field">
        {options.map((name) => (
          <label key={name} className="choice">
            <input
              type="checkbox"
              name={name}
              value="on"
              checked={content[name]}
              onChange={({ target }) => onOptions({ [name]: target.checked })}
            />
            {editor[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
