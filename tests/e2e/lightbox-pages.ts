import { page } from '../site.ts'

const filler = 'Words that take up room, so that the page is longer than a window.\n\n'.repeat(15)

const pictures = page(
  { title: 'Sample pictures' },
  `See [the candles](#candles) and [the bars](#prices-1).

![First chart](/covers/hello-kurs.svg)

![Second chart](/covers/render-once.svg "Rendered once")

![Third chart](/covers/three-databases.svg)

## Chapter 2

${filler}

![Bars](/covers/two-languages-one-site.svg){data-gallery="prices"}

![Candles](/covers/what-a-tick-is.svg){data-gallery="prices" data-slug="candles"}

## Plan

${filler}

![Screenshot](/screenshot.webp){data-fancybox="screens"}

![One chapter](/covers/search-that-forgives.svg){data-gallery="chapter"}

![Other chapter](/covers/moscow-time-and-markets.svg){data-gallery="chapter"}

![Left alone](/covers/hello-kurs.svg){zoom="false"}

[![Linked](/covers/hello-kurs.svg)](/en/docs)

![](/covers/hello-kurs.svg)

${filler}`,
)

const lost = '![Here](/covers/hello-kurs.svg)\n\n![Lost](/covers/no-such-file.png)'

/** Pages with pictures for every rule of the viewer. */
export const picturePages = {
  'en/docs/1.start/85.sample-pictures.md': pictures,
  'en/docs/1.start/86.lost-picture.md': page({ title: 'A lost picture' }, lost),
  'ru/docs/1.start/86.lost-picture.md': page({ title: 'Потерянная картинка' }, lost),
}

export const picturePaths = {
  pictures: '/en/docs/start/sample-pictures',
  lost: '/en/docs/start/lost-picture',
  lostInRussian: '/docs/start/lost-picture',
}
