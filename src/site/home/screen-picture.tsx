import { useLocale } from '../../i18n/context.tsx'

export interface ScreenPictureProps {
  /** Name of the screen in the file name of its picture */
  name: string
}

/** Picture of a screen of the app in the page's language; styles hide that of the other color mode. */
export function ScreenPicture({ name }: ScreenPictureProps) {
  const { locale } = useLocale()
  return (['light', 'dark'] as const).map((mode) => {
    const file = `/screens/${name}-${locale}-${mode}`
    return (
      <img
        key={mode}
        className={`screen-${mode}`}
        src={`${file}.webp`}
        srcSet={`${file}-720.webp 720w, ${file}.webp 1280w`}
        sizes="auto, (width >= 44rem) 42rem, 85vw"
        alt=""
        width={1280}
        height={800}
        loading="lazy"
        decoding="async"
      />
    )
  })
}
