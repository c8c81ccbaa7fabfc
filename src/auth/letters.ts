/** Scripts that may be mixed within one word of a name: the "highly restrictive" level of UTS #39. */
const scripts = [
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]$/u,
  ...['Arabic', 'Armenian', 'Bengali', 'Devanagari', 'Georgian', 'Hebrew', 'Tamil', 'Thai'].map(
    (script) => new RegExp(`^\\p{Script=${script}}$`, 'u'),
  ),
]
/** Letters that belong to no script: combining marks and the Japanese prolonged sound mark */
const shared = /^[\p{Script=Inherited}\p{Script=Common}]$/u

/**
 * Characters that are invisible: default-ignorable code points, the blank Braille pattern, and characters that no
 * keyboard types in a line.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufffd]/u

function usesOneScript(word: string): boolean {
  const letters = Array.from(word).filter((letter) => !shared.test(letter))
  return scripts.some((alphabet) => letters.every((letter) => alphabet.test(letter)))
}

export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

/** Returns whether a name has no invisible characters and mixes no scripts within a word (confusables). */
export function isClearName(name: string): boolean {
  if (hasInvisible(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return false
  return (name.match(/[\p{L}\p{M}]+/gu) ?? []).every(usesOneScript)
}
