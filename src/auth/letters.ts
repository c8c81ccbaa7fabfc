/** Alphabets that are written within one word, as "highly restrictive" of UTS #39 has them; names are written in these. */
const alphabets = [
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]$/u,
  ...['Arabic', 'Armenian', 'Bengali', 'Devanagari', 'Georgian', 'Hebrew', 'Tamil', 'Thai'].map(
    (script) => new RegExp(`^\\p{Script=${script}}$`, 'u'),
  ),
]
/** Of no alphabet: marks over letters, and the long vowel of Japanese */
const shared = /^[\p{Script=Inherited}\p{Script=Common}]$/u

/** Drawn as nothing: default-ignorable characters and the empty Braille pattern; and what no keyboard writes in a line. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufffd]/u

function isOfOneAlphabet(word: string): boolean {
  const letters = Array.from(word).filter((letter) => !shared.test(letter))
  return alphabets.some((alphabet) => letters.every((letter) => alphabet.test(letter)))
}

export function hasUnseen(text: string): boolean {
  return unseen.test(text)
}

/** Whether a name shows all that it holds, and no word of it passes for another. */
export function isClearName(name: string): boolean {
  if (hasUnseen(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return false
  return (name.match(/[\p{L}\p{M}]+/gu) ?? []).every(isOfOneAlphabet)
}
