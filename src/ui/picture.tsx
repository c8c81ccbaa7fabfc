export interface PictureProps {
  picture: {
    src: string
    alt: string
    width: number
    height: number
    /** Narrower WebP copies of the picture, narrowest first; empty if only the original exists. */
    variants: { width: number; src: string }[]
  }
  /** CSS lengths for the attribute `sizes` of the `<img>`. */
  sizes: string
  isFirst?: boolean
  isDecorative?: boolean
  className?: string
}

export function Picture({ picture, sizes, isFirst, isDecorative, className }: PictureProps) {
  const { src, alt, width, height, variants } = picture
  return (
    <img
      className={className}
      src={variants.at(-1)?.src ?? src}
      srcSet={variants.length > 0 ? variants.map((copy) => `${copy.src} ${copy.width}w`).join(', ') : undefined}
      sizes={variants.length > 0 ? sizes : undefined}
      alt={isDecorative ? '' : alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  )
}
