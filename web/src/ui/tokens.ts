// Sizes and colours that the theme has no name for, as CSS variables. Steps of space are quarters of 16 px; `h` is half a step more.
const space = {
  '0h': 2,
  '1': 4,
  '1h': 6,
  '2': 8,
  '2h': 10,
  '3': 12,
  '3h': 14,
  '4': 16,
  '4h': 18,
  '5': 20,
  '6': 24,
  '7': 28,
  '8': 32,
  '10': 40,
  '12': 48,
  '14': 56,
  '18': 72,
}

const sizes = {
  /** what fingers press */
  '--wf-touch': '44px',
  /** as narrow as may be: a column that is as wide as what stands in it, and a word for those who listen alone */
  '--wf-size-least': '1px',
  '--wf-size-dot': '8px',
  '--wf-size-bead': '10px',
  '--wf-size-small': '20px',
  /** a line of small text, and a mark as high as it */
  '--wf-size-line': '22px',
  '--wf-size-icon': '24px',
  '--wf-size-chip': '30px',
  '--wf-size-dense': '32px',
  '--wf-size-ring': '36px',
  '--wf-size-badge': '40px',
  '--wf-size-step': '48px',
  '--wf-size-field': '50px',
  '--wf-size-button': '52px',
  '--wf-size-bar': '60px',
  '--wf-size-bar-phone': '56px',
  '--wf-size-header': '64px',
  '--wf-size-tile': '72px',
  /** a day and a time in the letters around them */
  '--wf-width-moment': '6.5em',
  '--wf-width-words': '180px',
  /** the links of a page, and an address */
  '--wf-width-side': '240px',
  /** a list beside what is chosen in it */
  '--wf-width-narrow': '360px',
  /** a form or a map's sheet beside something wider */
  '--wf-width-pane': '420px',
  /** what a driver holds in one hand */
  '--wf-width-sheet': '480px',
  '--wf-width-dialog': '520px',
  '--wf-width-lead': '560px',
  '--wf-width-list': '640px',
  '--wf-width-prose': '720px',
  '--wf-width-page': '1180px',
  '--wf-radius-bar': '3px',
  '--wf-radius-small': '5px',
  '--wf-radius-mark': '9px',
  '--wf-radius-sheet': '20px',
  '--wf-radius-bubble': '22px',
  '--wf-radius-pill': '999px',
  '--wf-text-dense': '0.8125rem',
  '--wf-text-entry': '0.9375rem',
  '--wf-text-icon': '18px',
  '--wf-text-prose': '1.02rem',
  '--wf-text-name': '1.05rem',
  '--wf-text-lead': '1.15rem',
  '--wf-text-head': '1.2rem',
  '--wf-text-step': '1.25rem',
  '--wf-text-figure': '1.375rem',
  '--wf-text-code': '1.5rem',
  '--wf-text-title': '1.6rem',
  '--wf-text-sum': '1.625rem',
  '--wf-text-glance': '1.75rem',
  '--wf-text-big': '2rem',
  '--wf-text-digits': '2.25rem',
  '--wf-text-huge': '2.2rem',
}

/** How narrow what stands beside each other may get before it goes to the next line: a figure, a label, a picture, a field, a card, a group of fields. */
const columns = {
  '--wf-column-1': '96px',
  '--wf-column-2': '110px',
  '--wf-column-3': '130px',
  '--wf-column-4': '200px',
  '--wf-column-5': '280px',
  '--wf-column-6': '340px',
}

/** How high maps, pictures and lists are, or may get. */
const heights = {
  '--wf-height-1': '120px',
  '--wf-height-2': '140px',
  '--wf-height-3': '180px',
  '--wf-height-4': '200px',
  '--wf-height-5': '220px',
  '--wf-height-6': '260px',
  '--wf-height-7': '280px',
  '--wf-height-8': '420px',
  '--wf-height-9': '480px',
  '--wf-height-10': '640px',
}

/** Lines around and between things. Their colours belong to the scheme, which is chosen where these stand: on the root. */
const strokes = {
  '--wf-stroke': '1px',
  '--wf-stroke-bold': '2px',
  '--wf-stroke-heavy': '3px',
  '--wf-stroke-thick': '4px',
  '--wf-border': '1px solid var(--wf-line)',
  /** a second line inside the border of what is chosen */
  '--wf-ring': 'inset 0 0 0 1px var(--mantine-color-primary-filled)',
}

/** What lies over what, from a thing over its neighbour to the menu over the whole page. */
const layers = {
  '--wf-layer-near': '1',
  '--wf-layer-over': '2',
  '--wf-layer-bar': '20',
  '--wf-layer-notice': '90',
  '--wf-layer-header': '100',
  '--wf-layer-menu': '300',
}

const typography = {
  '--wf-weight-regular': '400',
  '--wf-weight-medium': '500',
  '--wf-weight-strong': '600',
  '--wf-weight-bold': '700',
  '--wf-weight-heavy': '800',
  '--wf-leading-title': '1.1',
  '--wf-leading-head': '1.15',
  '--wf-leading-tight': '1.2',
  '--wf-leading-snug': '1.25',
  '--wf-leading-prose': '1.6',
  '--wf-tracking-head': '-0.01em',
  '--wf-tracking-title': '-0.02em',
}

const times = { '--wf-time-fade': '200ms' }

const focusRing = {
  '--wf-focus-ring': '2px solid var(--mantine-color-primary-filled)',
  '--wf-focus-line': '2px',
  '--wf-focus-line-strong': '3px',
  '--wf-focus-gap': '2px',
  '--wf-focus-gap-close': '1px',
  '--wf-focus-gap-inside': '-2px',
}

/** The same on light pages and dark ones: what lies on the picture of the landing page, over the map, or over a page. */
const colours = {
  '--wf-ink': '#16201A',
  '--wf-brand': '#46F34D',
  '--wf-brand-deep': '#239B28',
  '--wf-field-dark': '#6F8173',
  '--wf-scene-text': '#DFE8E1',
  '--wf-scene-dimmed': '#C3CFC5',
  '--wf-glass': 'rgb(14 21 16 / 92%)',
  '--wf-glass-line': 'rgb(255 255 255 / 18%)',
  '--wf-glass-tint': 'rgb(255 255 255 / 14%)',
  '--wf-hover': 'rgb(128 160 132 / 18%)',
  '--wf-shade': 'rgb(10 15 11 / 62%)',
  '--wf-overlay': 'rgb(10 15 11 / 55%)',
  '--wf-sheet-shadow': '0 -6px 20px rgb(0 0 0 / 12%)',
}

export const tokens: Record<string, string> = {
  ...Object.fromEntries(Object.entries(space).map(([step, px]) => [`--wf-space-${step}`, `${px}px`])),
  ...sizes,
  ...columns,
  ...heights,
  ...strokes,
  ...layers,
  ...typography,
  ...times,
  ...focusRing,
  ...colours,
}
