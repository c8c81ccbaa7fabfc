export interface LogoProps {
  name: string
}

export function Logo({ name }: LogoProps) {
  return (
    <span className="logo">
      <svg className="logo-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect className="logo-plate" width="32" height="32" rx="8" />
        <path className="logo-axis" d="M9 7v18" />
        <path className="logo-course" d="M9 18.5l5.2-3.6 3.6 3.6L24.5 9" />
        <circle className="logo-point" cx="24.5" cy="9" r="2.4" />
        <path className="logo-turn" d="M17.8 18.5l5.6 6.5" />
      </svg>
      <span className="logo-name">{name}</span>
    </span>
  )
}
