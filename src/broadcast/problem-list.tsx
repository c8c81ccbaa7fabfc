import { useLocale } from '../i18n/context.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ContentProblem } from './content.ts'
import { letterOf } from './variants.ts'

/** List of problems that Telegram would report, in our words and in Telegram's. */
export function ProblemList({ problems, title }: { problems: ContentProblem[]; title: string }) {
  const { t } = useLocale()
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="i-lucide-circle-alert" />
      <div>
        <p>{title}</p>
        <ul>
          {problems.map(({ field, key, params, telegram }) => (
            <li key={`${field} ${key}`}>
              {variantIn(field)}
              {t(key, params)}
              {telegram && (
                <>
                  {' '}
                  <q lang="en">{telegram}</q>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Returns the letter of a variant before a problem: `B: ` for the field `variants.0.text.ru` */
function variantIn(field: string): string {
  const [, index] = /^variants\.(\d)\./.exec(field) ?? []
  return index === undefined ? '' : `${letterOf(Number(index) + 1)}: `
}
