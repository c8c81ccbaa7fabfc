import { KeysHelp } from '../../ui/keys-help.tsx'

const keys = [
  { keys: ['j', 'k'], label: 'enigma.keysMove' },
  { keys: ['s'], label: 'enigma.keysStar' },
  { keys: ['Enter'], label: 'enigma.keysOpen' },
  { keys: ['/'], label: 'enigma.keysSearch' },
  { keys: ['?'], label: 'enigma.keysHelp' },
] as const

/** The keys of the list of assets. */
export function AssetKeysHelp() {
  return <KeysHelp id="enigma-keys" label="enigma.keys" keys={keys} className="enigma-keys-button" />
}
