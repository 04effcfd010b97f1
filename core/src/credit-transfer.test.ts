import { expect, test } from 'vitest'
import { creditTransferXml } from './credit-transfer.ts'

const payer = { name: 'Wayfare Göteborg & Söner AB', iban: 'SE45 5000 0000 0583 9825 7466' }
const file = {
  id: 'PAYOUT20261122',
  at: Date.UTC(2026, 10, 22, 18, 30, 5),
  day: '2026-11-23',
  payer,
  transfers: [
    { id: 'W1', name: 'Søren <b>Østergård</b>', iban: 'de89 3704 0044 0532 0130 00', amount: 12_345n },
    { id: 'W2', name: 'سارة أحمد', iban: 'FR1420041010050500013M02606', amount: 5n },
  ],
} as const

/** The contents of all elements with this name. */
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

test('a file says how many transfers it holds and what they sum to, and each amount in euro', () => {
  const xml = creditTransferXml(file)
  expect(all(xml, 'NbOfTxs')).toEqual(['2', '2'])
  expect(all(xml, 'CtrlSum')).toEqual(['123.50', '123.50'])
  expect(all(xml, 'InstdAmt')).toEqual(['123.45', '0.05'])
  expect(all(xml, 'IBAN')).toEqual(['SE4550000000058398257466', 'DE89370400440532013000', 'FR1420041010050500013M02606'])
  expect(all(xml, 'EndToEndId')).toEqual(['W1', 'W2'])
  expect(all(xml, 'CreDtTm')).toEqual(['2026-11-22T18:30:05'])
})

test('a file is what the bank reads, element by element', () => {
  const [id, transfer] = [`PAYOUT${'1'.repeat(29)}`, 'W'.repeat(35)]
  const transfers = [{ ...file.transfers[0], id: `${transfer}beyond` }]
  const name = '<Nm>Wayfare Goteborg Soner AB</Nm>'
  const counted = '<NbOfTxs>1</NbOfTxs><CtrlSum>123.45</CtrlSum>'
  const expected = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-22T18:30:05</CreDtTm>${counted}<InitgPty>${name}</InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd>${counted}`,
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>',
    `<Dbtr>${name}</Dbtr><DbtrAcct><Id><IBAN>SE4550000000058398257466</IBAN></Id></DbtrAcct>`,
    '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>',
    `<CdtTrfTxInf><PmtId><EndToEndId>${transfer}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">123.45</InstdAmt></Amt>`,
    '<Cdtr><Nm>Soren b Ostergard /b</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>',
    `<RmtInf><Ustrd>${transfer}</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>\n`,
  ]
  expect(creditTransferXml({ ...file, id: `${id}beyond`, transfers })).toBe(expected.join(''))
})

test.each([
  ['Straße Æsop Cœur', 'Strasse AEsop Coeur'],
  ['Łódź Þór Ðuro đak', 'Lodz THor Duro dak'],
  ['Işık', 'Isik'],
  ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'PAPADOPOULOS'],
  ['ҐАЛАҐАН ЅОЈА', 'GALAGAN DZOJA'],
  ['Георги Желязков', 'Georgi ZHelyazkov'],
  ['Юлія Ђорђевић', 'YUliya DJordjevic'],
  [`${'a'.repeat(69)} b`, 'a'.repeat(69)],
])('the name %s is written %s', (name, written) => {
  const xml = creditTransferXml({ ...file, payer: { ...payer, name }, transfers: [] })
  expect(all(xml, 'Nm')).toEqual([written, written])
})

test('names come in the signs that every bank takes, so that nothing in them is markup', () => {
  expect(all(creditTransferXml(file), 'Nm')).toEqual([
    'Wayfare Goteborg Soner AB',
    'Wayfare Goteborg Soner AB',
    'Soren b Ostergard /b',
    'W2',
  ])
})

test('elements open and close in order', () => {
  const open: string[] = []
  for (const [, closes, name] of creditTransferXml(file).matchAll(/<(\/?)([A-Za-z]+)(?: [^>]*)?>/g)) {
    if (closes === '') open.push(name ?? '')
    else expect(open.pop()).toBe(name)
  }
  expect(open).toEqual([])
})
