import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { assetsPlace, listAt } from './list-address.ts'

export interface StarProps {
  asset: string
  isFavourite: boolean
  /** Redirect target without JavaScript: a path below the locale, with its query */
  back: string
}

export function Star({ asset, isFavourite, back }: StarProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, href(paths.enigmaFavourite, { asset }))
  // In the list of favorites, an unstarred row disappears, so the whole list is replaced.
  const target = listAt(back)?.shown === 'favourites' ? `#${assetsPlace.name}-list` : 'this'
  return (
    <form
      id={`star-${asset}`}
      className="star"
      method="post"
      action={action}
      hx-post={action}
      hx-swap="outerMorph"
      hx-target={target}
    >
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="favourite" value={isFavourite ? 'no' : 'yes'} />
      <button
        id={`star-button-${asset}`}
        type="submit"
        className="star-button"
        aria-label={t(isFavourite ? 'enigma.unstar' : 'enigma.star', { asset })}
        aria-pressed={isFavourite}
        data-row-act
      >
        <Icon name="i-lucide-star" />
      </button>
    </form>
  )
}
