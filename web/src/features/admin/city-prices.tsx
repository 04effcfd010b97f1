// Money, distances and every tariff: as they are, and as they would be.
import { getTariffLabel } from '@wayfare/contract/fare-words'
import type { CityProposal } from '@wayfare/contract/settings-proposal'
import { tariffFields, type TariffField } from '@wayfare/core/fare'
import { formatExactMoney } from '@wayfare/core/money'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import classes from './city-suit.module.css'

type Line = { label: string; today: string; proposed: string }

const differs = (line: Line): boolean => line.today !== line.proposed

/** What is the same on both sides is left out. */
const useLines = ({ today, proposed, carTypes }: CityProposal) => {
  const t = useT()
  const format = useFormat()
  const { language } = useLanguage()
  const pair = (label: string, say: (side: CityProposal['today']) => string): Line => ({
    label,
    today: say(today),
    proposed: say(proposed),
  })
  const money = (decimal: string, side: CityProposal['today']): string => formatExactMoney(decimal, side, language.langLocale)
  /** With a different unit of distance the prices are not comparable, so each gets a line of its own. */
  const rate = (field: TariffField, amounts: CityProposal['carTypes'][number][TariffField]): Line[] => {
    const [before, after] = [money(amounts.today, today), money(amounts.proposed, proposed)]
    const [label, newLabel] = [t(getTariffLabel(field, today)), t(getTariffLabel(field, proposed))]
    if (label === newLabel) return [{ label, today: before, proposed: after }]
    return [
      { label, today: before, proposed: '–' },
      { label: newLabel, today: '–', proposed: after },
    ]
  }
  const unit = ({ convertToMile }: CityProposal['today']): string => t(convertToMile ? 'city_unit_miles' : 'city_unit_km')
  const settings = [
    pair(t('setting_code'), ({ code, symbol }) => (code === symbol ? code : `${code} (${symbol})`)),
    pair(t('city_unit'), unit),
    pair(t('setting_driverRadius'), (side) => `${format.number(side.driverRadius)} ${unit(side)}`),
    ...(today.bonus > 0 ? [pair(t('setting_bonus'), (side) => money(String(side.bonus), side))] : []),
    pair(t('setting_topUpMin'), (side) => money(String(side.topUpMin), side)),
    pair(t('setting_topUpMax'), (side) => money(String(side.topUpMax), side)),
  ]
  const cars = carTypes.map(({ name, ...amounts }) => ({
    name,
    lines: tariffFields.flatMap((field) => rate(field, amounts[field])),
  }))
  return [{ name: '', lines: settings }, ...cars].map((group) => ({ ...group, lines: group.lines.filter(differs) }))
}

export const CityPrices = ({ proposal }: { proposal: CityProposal }) => {
  const t = useT()
  return (
    <table className={classes.prices}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('city_suit_today')}</th>
          <th scope="col">{t('city_suit_proposed')}</th>
        </tr>
      </thead>
      {useLines(proposal)
        .filter(({ lines }) => lines.length > 0)
        .map(({ name, lines }) => (
          <tbody key={name}>
            {name !== '' && (
              <tr>
                <th scope="rowgroup" colSpan={3} className={classes.car}>
                  <bdi>{name}</bdi>
                </th>
              </tr>
            )}
            {lines.map(({ label, today, proposed }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={classes.today}>
                  <bdi>{today}</bdi>
                </td>
                <td>
                  <bdi>{proposed}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
    </table>
  )
}
