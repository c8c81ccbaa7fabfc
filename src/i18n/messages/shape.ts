export type Shape<Dictionary> = {
  [Key in keyof Dictionary]: Dictionary[Key] extends string
    ? string
    : Dictionary[Key] extends (params: infer Params) => string
      ? (params: Params) => string
      : Shape<Dictionary[Key]>
}
