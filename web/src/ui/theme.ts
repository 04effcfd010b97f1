// Colours and sizes of the page: tokens of the design, as a Mantine theme for light and dark.
import {
  createTheme,
  defaultVariantColorsResolver,
  virtualColor,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { tokens } from './tokens.ts'

const ramp = (text: string): MantineColorsTuple => text.split(' ') as unknown as MantineColorsTuple

const primary = ramp('#EDFCEE #D5F8D7 #AEF2B1 #7CF381 #46F34D #2FC636 #239B28 #1B7A20 #156019 #0F4513')
const danger = ramp('#FDECEB #FAD4D2 #F5AAA6 #F08079 #FF8A80 #D93A32 #C62828 #B3261E #8F1D17 #6B1410')
const warn = ramp('#FFF4E0 #FFE6BD #FFD180 #FFC14D #FFB74D #C77800 #A86400 #8A5300 #6E4200 #523100')
const info = ramp('#E8F0FE #CFE0FD #A6C5FB #7FB8FF #7FB8FF #2F72E0 #1A63D8 #0B57D0 #0842A0 #062E6F')
const neutral = ramp('#F6F8F6 #EEF2EE #E1E7E2 #CCD5CE #7A8A7D #66726A #5A665D #4A574D #2E3831 #16201A')
const neutralDark = ramp('#F6F8F6 #EEF2EE #E1E7E2 #CCD5CE #C3CFC5 #A9B8AB #8FA092 #5A665D #324036 #2E3831')
const surfaces = ramp('#E6EDE7 #C3CFC5 #A9B8AB #8FA092 #4A5A4E #324036 #1C261E #121A14 #0E1510 #0A0F0B')

const ink = '#16201A'

/** Pairs, so that text on a fill is chosen for each scheme by itself. */
const pair = (name: string) => virtualColor({ name, light: `${name}Light`, dark: `${name}Dark` })

const fields = ['TextInput', 'Textarea', 'NativeSelect', 'Select', 'PasswordInput', 'SegmentedControl']

export const theme = createTheme({
  colors: {
    primaryLight: primary,
    primaryDark: primary,
    dangerLight: danger,
    dangerDark: danger,
    warnLight: warn,
    warnDark: warn,
    infoLight: info,
    infoDark: info,
    neutralLight: neutral,
    neutralDark,
    primary: pair('primary'),
    danger: pair('danger'),
    warn: pair('warn'),
    info: pair('info'),
    neutral: pair('neutral'),
    gray: neutral,
    dark: surfaces,
    red: danger,
    green: primary,
    blue: info,
    orange: warn,
    yellow: warn,
  },
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  black: ink,
  white: '#FFFFFF',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  fontFamily: 'Inter, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '700' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    // an outline in the dark needs the bright shade, not the palest one
    if (input.variant === 'outline' && input.color && input.theme.colors[input.color]) {
      const text = `var(--mantine-color-${input.color}-text)`
      return { ...colors, color: text, border: `1px solid ${text}` }
    }
    return colors
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    // the green of links misses AA on the tinted grounds: there a link has the colour of the words around it
    Alert: { styles: { message: { '--mantine-color-anchor': 'currentColor' } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 180, transition: 'pop' },
        // a dialog's <header> is no banner of the page
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontSize: '1.2rem', fontWeight: 700, lineHeight: 1.3 } },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    Button: {
      // without a size it is one of small letters that fingers hit all the same
      vars: (_theme: unknown, { size }: { size?: string }) => ({ root: size === undefined ? { '--button-height': '44px' } : {} }),
      styles: {
        root: { display: 'inline-grid', alignItems: 'center' },
        label: { whiteSpace: 'normal', textAlign: 'center', lineHeight: 1.3 },
      },
    },
    ActionIcon: { defaultProps: { size: 44 } },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
    ...Object.fromEntries(fields.map((name) => [name, { defaultProps: { size: 'md' } }])),
  },
})

const soft = { primary: '#1D3B20', danger: '#452320', warn: '#45330F', info: '#1B3050', neutral: '#2A352D' }

const darkSofts = Object.fromEntries(
  Object.entries(soft).flatMap(([name, colour]) => [
    [`--mantine-color-${name}-light`, colour],
    [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-1)`],
    [`--mantine-color-${name}-text`, `var(--mantine-color-${name}-4)`],
  ]),
)

/** Mantine's own placeholder, dimmed and error colours miss AA; these hold it on body, surface and stripe. */
export const makeCssVariables: CSSVariablesResolver = () => ({
  variables: tokens,
  light: {
    '--mantine-color-error': '#B3261E',
    '--mantine-color-placeholder': '#66726A',
    '--mantine-color-dimmed': '#5A665D',
    '--mantine-color-default-border': '#7A8A7D',
    '--mantine-color-disabled-color': '#5A665D',
    '--mantine-primary-color-contrast': '#FFFFFF',
    '--wf-surface': '#F6F8F6',
    '--wf-raised': '#FFFFFF',
    '--wf-map-land': '#EEF1EC',
    '--wf-stripe': '#EEF2EE',
    '--wf-line': '#E1E7E2',
    '--wf-shadow': '0 12px 40px rgb(22 32 26 / 18%)',
  },
  dark: {
    '--mantine-color-error': '#FF8A80',
    '--mantine-color-placeholder': '#8FA092',
    '--mantine-color-dimmed': '#A9B8AB',
    '--mantine-color-text': '#E6EDE7',
    '--mantine-color-body': '#121A14',
    '--mantine-color-default': '#1C261E',
    '--mantine-color-default-border': 'var(--wf-field-dark)',
    '--mantine-color-disabled-color': '#A9B8AB',
    '--mantine-primary-color-contrast': ink,
    '--wf-surface': '#1C261E',
    '--wf-raised': '#1C261E',
    '--wf-map-land': '#121A14',
    '--wf-stripe': '#1C261E',
    '--wf-line': '#324036',
    '--wf-shadow': '0 12px 40px rgb(0 0 0 / 55%)',
    ...darkSofts,
  },
})
