import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { confusableOf, isClearName, loginFault, loginKey } from './names.ts'

/** Code points with Default_Ignorable_Code_Point: they are drawn as nothing, or as a blank */
const ignorable = [0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x200b, 0x200d, 0x202e, 0x2060, 0x2066]
ignorable.push(0x3164, 0xfe0f, 0xfeff, 0xffa0, 0x1d173, 0xe0061, 0xe0100)
const unseen = fc.constantFrom(...ignorable).map((code) => String.fromCodePoint(code))
const latin = fc.string({ unit: fc.constantFrom(...'abdfghijklmnqrstuvwz'), minLength: 3, maxLength: 15 })
const cyrillic = fc.string({ unit: fc.constantFrom(...'бгджзийлптфцчшщэюя'), minLength: 3, maxLength: 15 })
/** Generates a word with `by` inserted at any position */
const spoilt = (word: fc.Arbitrary<string>, by: fc.Arbitrary<string>) =>
  fc.tuple(word, by, fc.nat()).map(([text, put, at]) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + put + text.slice(place)
  })

describe('a login', () => {
  test('with one alphabet is accepted', () => {
    fc.assert(fc.property(fc.oneof(latin, cyrillic), (login) => expect(loginFault(login)).toBeUndefined()))
    for (const login of ['Anna', 'müller', 'Łukasz', 'Анна-2', 'ёж_7', 'Олексій', 'user.2026', '123', 'Сара']) {
      expect([login, loginFault(login)]).toEqual([login, undefined])
    }
  })

  test('with an invisible character at any position is rejected', () => {
    const login = spoilt(fc.oneof(latin, cyrillic), unseen)
    fc.assert(fc.property(login, (text) => expect(loginFault(text)).toBeDefined()))
  })

  test('with two alphabets is rejected', () => {
    fc.assert(fc.property(spoilt(latin, cyrillic), (login) => expect(loginFault(login)).toBe('letters')))
    for (const login of ['rооt', 'раypal', 'ʀᴏᴏᴛ', 'rοοt', 'ıгор', 'adm١n', '関係abc', 'root\u0301']) {
      expect([login, loginFault(login) === undefined]).toEqual([login, false])
    }
  })

  test('has a confusable twin if all its letters look the same in the other alphabet', () => {
    for (const [one, other] of [
      ['capa', 'сара'],
      ['BOT', 'ВОТ'],
      ['cop_2', 'сор_2'],
    ] as const) {
      expect(confusableOf(loginKey(one))).toBe(loginKey(other))
      expect(confusableOf(loginKey(other))).toBe(loginKey(one))
    }
    for (const plain of ['root', 'корабль', '2026', 'anna']) expect(confusableOf(plain)).toBeUndefined()
    const some = fc.string({ unit: fc.constantFrom(...'асеорхукмнтвaceopxykmhtb.-1'), maxLength: 12 })
    fc.assert(
      fc.property(some, (login) => {
        const confusable = confusableOf(login)
        if (confusable !== undefined) expect([confusableOf(confusable), confusable === login]).toEqual([login, false])
      }),
    )
  })
})

describe('a name', () => {
  test('may mix alphabets between words, not within a word', () => {
    for (const name of [
      'Anna',
      'Анна Smith',
      'Jean-Luc O’Neill',
      '山田さん',
      '김철수',
      'Zoë 🚢',
      'R2-D2',
      'José',
      'علي',
    ]) {
      expect([name, isClearName(name)]).toEqual([name, true])
    }
    fc.assert(fc.property(latin, cyrillic, (one, other) => expect(isClearName(`${one} ${other}`)).toBe(true)))
  })

  test('has no invisible characters, no mixed words, and at least one visible character', () => {
    fc.assert(fc.property(spoilt(fc.oneof(latin, cyrillic), unseen), (name) => expect(isClearName(name)).toBe(false)))
    fc.assert(fc.property(spoilt(latin, cyrillic), (name) => expect(isClearName(name)).toBe(false)))
    const controls = ['a\0b', 'a\u001b[2Jb', 'a\nb', 'a\u0085b', 'a\u2028b', 'a\ud800b', 'a\uffffb', 'a\ufffdb']
    for (const name of ['', ' ', '\u2800', '\u3000\u00a0', 'Adмin', '\u0301', ...controls]) {
      expect([name, isClearName(name)]).toEqual([name, false])
    }
  })
})
