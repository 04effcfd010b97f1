// Writes credit transfer files for banks: ISO 20022 pain.001.001.09 by the SEPA rules (EPC132-08, customer to bank).
import { normalizeIban } from './iban.ts'
import { toDecimal, type Minor } from './money.ts'

/** `id` reappears on the bank statements, at most 35 characters; amounts in euro cents. */
type Transfer = { id: string; name: string; iban: string; amount: Minor }

/** `at`: when the file was made (epoch ms); `day`: when the bank is to pay (YYYY-MM-DD). */
type TransferFile = {
  id: string
  at: number
  day: string
  payer: { name: string; iban: string }
  transfers: readonly Transfer[]
}

const mostName = 70
const mostId = 35

const pairsOf = (text: string): [string, string][] =>
  text.split(' ').map((pair): [string, string] => [pair[0] ?? '', pair.slice(1)])

/** Letters that do not decompose into letter and accent; Greek and Cyrillic as in passports, since accounts carry those names. */
const letters = new Map([
  ...pairsOf('ßss æae øo œoe đd łl þth ðd ıi'),
  ...pairsOf('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo'),
  ...pairsOf('аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ыy ьy эe юyu яya'),
  ...pairsOf('іi јj љlj њnj ћc ђdj џdz єie ґg ѕdz ħh'),
])

/** Transliterates into the characters that every bank accepts (EPC217-08): letters without accents, digits and a few marks. */
const inBasicLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Greek "ου" is one sound: "ou"
    .replaceAll(/(?<=ο)υ/giu, (letter) => (letter === 'υ' ? 'u' : 'U'))
    .replaceAll(/\p{L}/gu, (letter) => {
      const plain = letters.get(letter.toLowerCase()) ?? letter
      return letter === letter.toLowerCase() ? plain : plain.toUpperCase()
    })
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()

const nameOf = (name: string, otherwise: string): string => (inBasicLatin(name) || otherwise).slice(0, mostName).trim()

/** Nothing needs XML escaping: texts are in basic Latin, and the ids are ours. */
const element = (name: string, content: string, attributes = ''): string => `<${name}${attributes}>${content}</${name}>`

const account = (iban: string): string => element('Id', element('IBAN', normalizeIban(iban)))

const sumOf = (transfers: readonly Transfer[]): string =>
  toDecimal(
    transfers.reduce((sum, { amount }) => sum + amount, 0n),
    'EUR',
  )

const transferOf = ({ id, name, iban, amount }: Transfer): string =>
  element(
    'CdtTrfTxInf',
    [
      element('PmtId', element('EndToEndId', id.slice(0, mostId))),
      element('Amt', element('InstdAmt', toDecimal(amount, 'EUR'), ' Ccy="EUR"')),
      element('Cdtr', element('Nm', nameOf(name, id))),
      element('CdtrAcct', account(iban)),
      element('RmtInf', element('Ustrd', id.slice(0, mostId))),
    ].join(''),
  )

/** The whole file as XML. The caller has validated the accounts (isIban). */
export const creditTransferXml = ({ id, at, day, payer, transfers }: TransferFile): string => {
  const counted = element('NbOfTxs', String(transfers.length)) + element('CtrlSum', sumOf(transfers))
  const payerName = element('Nm', nameOf(payer.name, id))
  const header = [
    element('MsgId', id.slice(0, mostId)),
    element('CreDtTm', new Date(at).toISOString().slice(0, 19)),
    counted,
    element('InitgPty', payerName),
  ]
  const payment = [
    element('PmtInfId', id.slice(0, mostId)),
    element('PmtMtd', 'TRF'),
    counted,
    element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))),
    element('ReqdExctnDt', element('Dt', day)),
    element('Dbtr', payerName),
    element('DbtrAcct', account(payer.iban)),
    element('DbtrAgt', element('FinInstnId', element('Othr', element('Id', 'NOTPROVIDED')))),
    element('ChrgBr', 'SLEV'),
    ...transfers.map(transferOf),
  ]
  const body = element('GrpHdr', header.join('')) + element('PmtInf', payment.join(''))
  const root = element('Document', element('CstmrCdtTrfInitn', body), ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}
