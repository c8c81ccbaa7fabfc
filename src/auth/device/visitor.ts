export interface Visitor {
  address: string
  userAgent: string
}
