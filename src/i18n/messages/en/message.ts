import type { message as russian } from '../ru/message.ts'
import type { Shape } from '../shape.ts'

export const message = {
  problem: {
    textEmpty: 'Write the text in one language at least: a message without media cannot be empty.',
    albumText:
      'Write a text: an album cannot carry buttons, they follow it as a message of their own, and that cannot be empty.',
    otherLanguage: 'Without this text subscribers get the one in the other language.',
    unknownVariable: 'There is no variable {{variable}}. There are: {{known}}. A brace that is just a brace is &#123;',
    markup: 'The markup cannot be read: every recipient would get the same refusal.',
    emptyWithoutName: 'Whoever has no name would get an empty message: say what stands for it, such as {name|friend}.',
    tooLong: 'Too long by {{over}}: after the markup is read there may be {{most}} characters.',
    tooLongWithName: 'With the longest name it is too long by {{over}}: there may be {{most}} characters.',
    entities: 'More than {{most}} formatted parts: Telegram shows the rest as plain text.',
    albumTooLong: 'An album has 2 to {{most}} media.',
    albumAnimation: 'An animation cannot be part of an album: send it alone.',
    albumMixed: 'Documents and audio share an album with their own kind only: not with photos and videos.',
    fileMissing: 'Give a file_id or the address of a file.',
    fileAddress: 'This is neither a file_id nor an address that starts with https://.',
    buttons: 'More than {{most}} buttons: remove {{over}}.',
    rowButtons: 'A row has {{most}} buttons at most.',
    label: 'Label the button in one language at least.',
    address: 'An address starts with https://, http:// or tg:// and leads somewhere.',
    webApp: 'The address of a web app starts with https://.',
    copyText: '1 to {{most}} characters are copied.',
    callback: 'The data of the button takes {{bytes}} bytes; {{most}} are allowed.',
    answer: 'The answer to a click has {{most}} characters at most.',
  },
} satisfies Shape<typeof russian>
