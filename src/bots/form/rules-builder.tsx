import { useLocale } from '../../i18n/context.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { type BuildMenu, buildMenus, buildNumbers } from '../strategies/rules/build-rules.ts'
import { comparisons, positionNames, priceNames, timeNames } from '../strategies/rules/rule-tree.ts'

/** Menus that write a condition to the text of rules; works without scripts, because its button reloads the form. */
export function RulesBuilder() {
  const { t } = useLocale()
  return (
    <details className="rules-builder">
      <summary>{t('rules.builder.title')}</summary>
      <div>
        <Menu menu="statement" />
        <Menu menu="join" />
        <Side menu="left" initial="14" />
        <Menu menu="comparison" />
        <Side menu="right" initial="30" />
        <button type="submit" formMethod="get" className="button button-quiet" name="build" value="yes">
          {t('rules.builder.append')}
        </button>
      </div>
      <p className="field-hint">{t('rules.builder.hint')}</p>
    </details>
  )
}

function Menu({ menu }: { menu: BuildMenu }) {
  const { t } = useLocale()
  return (
    <label>
      <span>{t(`rules.builder.labels.${menu}`)}</span>
      <select className="field-select" name={`build.${menu}`} defaultValue={menu === 'left' ? 'RSI' : undefined}>
        {buildMenus[menu].map((choice) => (
          <option key={choice} value={choice}>
            {choiceText(t, choice)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Side({ menu, initial }: { menu: 'left' | 'right'; initial: string }) {
  const { t } = useLocale()
  return (
    <>
      <Menu menu={menu} />
      <label>
        <span>{t('rules.builder.labels.number')}</span>
        <input
          className="field-select"
          name={`build.${buildNumbers[menu]}`}
          defaultValue={initial}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
    </>
  )
}

const named = [...priceNames, ...positionNames, ...timeNames]
const worded = ['enter', 'exit', 'and', 'or', 'number', 'percent', ...comparisons] as const

/** Names of indicators are the same in both languages. */
function choiceText(t: Translate, choice: string): string {
  const word = worded.find((each) => each === choice)
  if (word) return t(`rules.builder.choices.${word}`)
  const name = named.find((each) => each === choice)
  return name ? t(`rules.explain.names.${name}`) : choice
}
