// Currencies and price levels of countries, for converting prices from one place to another.

/**
 * Each currency with the countries that use it (ISO 4217 and 3166-1, as paired by CLDR), its home country first. The number after
 * a country is how many units buy there what a US dollar buys in the United States: the World Bank's PPP conversion factor of
 * private consumption (World Development Indicators, PA.NUS.PRVT.PP, CC BY 4.0) of 2023, in two to three digits. Where there is
 * none, or prices have since risen by a third or more, it is our estimate. A country without a number has the level of the home
 * country.
 */
const table = `
AED AE2.6|AFN AF16|ALL AL48|AMD AM162|AOA AO330|ARS AR800|AUD AU1.45 CC CX HM KI0.94 NF NR TV|AWG AW1.4|AZN AZ0.53|BAM BA0.76
BBD BB2.2|BDT BD31|BHD BH0.19|BIF BI1100|BMD BM1.6|BND BN0.56|BOB BO2.7|BRL BR2.5|BSD BS1.13|BTN BT21|BWP BW5.3|BYN BY0.8|BZD BZ1.1
CAD CA1.22|CDF CD900|CHF CH1.13 LI|CLP CL490|CNY CN3.6|COP CO1600|CRC CR364|CUP CU60|CVE CV54|CZK CZ14.3
DJF DJ92|DKK DK7.2 FO GL|DOP DO23.5|DZD DZ42|EGP EG8.5|ERN ER6.5|ETB ET30
EUR DE0.73 AD0.62 AT0.75 AX0.83 BE0.77 BG0.4 BL MF CY0.61 EE0.66 ES0.62 FI0.83 FR0.74 GF GP GR0.58 HR0.51 IE0.95 IT0.66 LT0.55 LU0.9
LV0.58 MC ME0.43 MQ MT0.6 NL0.79 PM PT0.59 RE SI0.61 SK0.6 SM0.66 TF VA0.66 XK0.35 YT
FJD FJ0.9|FKP FK0.75|GBP GB0.75 GG GS IM JE|GEL GE1.1|GHS GH5.5|GIP GI0.75|GMD GM18|GNF GN3400|GTQ GT3.7|GYD GY97|HKD HK5.9|HNL HN12.2
HTG HT120|HUF HU194|IDR ID5140|ILS IL3.9 PS2|INR IN19.5|IQD IQ560|IRR IR180000|ISK IS156|JMD JM95|JOD JO0.33|JPY JP105|KES KE44|KGS KG27
KHR KH1510|KMF KM190|KPW KP2000|KRW KR933|KWD KW0.184|KYD KY0.95|KZT KZ190|LAK LA6000|LBP LB30000|LKR LK90|LRD LR91|LSL LS6|LYD LY1.8
MAD MA4.1 EH|MDL MD8.2|MGA MG1200|MKD MK21.3|MMK MM900|MNT MN1080|MOP MO5.2|MRU MR12.4|MUR MU19.8|MVR MV9.6|MWK MW600|MXN MX10.8
MYR MY1.47|MZN MZ24.8|NAD NA7.2|NGN NG350|NIO NI13.4|NOK NO9.6 BV SJ|NPR NP35|NZD NZ1.54 CK NU PN TK|OMR OM0.19|PAB|PEN PE1.97|PGK PG2.8
PHP PH20.7|PKR PK72|PLN PL2|PYG PY2800|QAR QA2.8|RON RO2|RSD RS53|RUB RU30|RWF RW366|SAR SA1.9|SBD SB7.5|SCR SC8.9|SDG SD800|SEK SE8.74
SGD SG1.05|SHP SH0.75|SLE SL5.3|SOS SO10000|SRD SR16|SSP SS2000|STN ST12.2|SVC|SYP SY3500|SZL SZ6|THB TH11.2|TJS TJ2.9|TMT TM1.6
TND TN0.92|TOP TO1.8|TRY TR18|TTD TT4|TWD TW14|TZS TZ657|UAH UA13|UGX UG1320
USD US1 AS BQ EC0.46 FM GU IO MH MP PA0.52 PR PW SV0.49 TC TL0.46 UM VG VI
UYU UY29|UZS UZ3800|VES VE100|VND VN7100|VUV VU110|WST WS1.7
XAF CM204 CF267 CG232 GA288 GQ280 TD225|XCD AG2.15 AI DM1.62 GD1.73 KN2.15 LC1.62 MS VC1.7|XCG CW1.5 SX
XOF CI233 BF197 BJ203 GW220 ML192 NE202 SN234 TG215|XPF PF100 NC WF|YER YE250|ZAR ZA7.6|ZMW ZM8|ZWG ZW14`

/** Currencies whose countries are listed under the dollar, which they also use; pegged at 1 and 8.75 to the dollar. */
const pegged: Readonly<Record<string, number>> = { PAB: 0.52, SVC: 4.3 }

type Country = { currency: string; level: number | null }

const readTable = () => {
  const homes = new Map<string, string>()
  const countries = new Map<string, Country>()
  let currency = ''
  for (const word of table.split(/[\s|]+/)) {
    if (/^[A-Z]{3}$/.test(word)) currency = word
    else if (word !== '') {
      const country = word.slice(0, 2)
      countries.set(country, { currency, level: word.length > 2 ? Number(word.slice(2)) : null })
      if (!homes.has(currency)) homes.set(currency, country)
    }
  }
  return { homes, countries }
}

const { homes, countries } = readTable()

/** A country's currency; null for an uninhabited place or an unknown code. */
export const findCurrency = (country: string): string | null => countries.get(country)?.currency ?? null

/** The country by whose habits to write a currency: this one if it uses it, else the currency's home; empty without one. */
export const findHome = (currency: string, country: string): string =>
  findCurrency(country) === currency ? country : (homes.get(currency) ?? '')

const findLevel = (country: string): number | null => countries.get(country)?.level ?? null

/** Units of the currency that buy what a US dollar buys in the US: in the country if it uses the currency, else in its home. */
export const getPriceLevel = (currency: string, country: string): number =>
  findLevel(findHome(currency, country)) ?? findLevel(homes.get(currency) ?? '') ?? pegged[currency] ?? 1
