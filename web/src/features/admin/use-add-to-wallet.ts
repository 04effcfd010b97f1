// What is typed to add to a wallet: checked as the server does, sent once, and told in a message.
import { formatPersonName } from '@wayfare/core/accounts'
import { getPerson } from '@wayfare/contract/people'
import { addToWallet, type WalletOwner } from '@wayfare/contract/wallet-admin'
import { findTypedAmount } from '@wayfare/core/amounts'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { defaultSettings } from '@wayfare/core/settings'
import { checkAddition, computeMostAtOnce } from '@wayfare/core/wallet'
import { useEffect, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { callEndpoint } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import { chooseInputTitle } from '../../ui/failures.ts'
import { useAsking } from '../../ui/use-asking.ts'

type Draft = { owner: WalletOwner | null; amount: string; note: string }
type Problems = { owner?: string; amount?: string }

const nothing: Draft = { owner: null, amount: '', note: '' }

const fieldOf = (selector: string) => () => document.querySelector<HTMLElement>(`#add-to-wallet ${selector}`)

const useCheck = () => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  return ({ owner, amount: typed }: Draft): { title: string; message: string; problems: Problems } | null => {
    const reading = format.readAmount(typed)
    const amount = findTypedAmount(reading) ?? ''
    const key = checkAddition({ user: owner?.id ?? '', amount }, code)
    if (key === null) return null
    const most = format.exactMoney(toDecimal(computeMostAtOnce(code), code))
    const isUnsure = owner !== null && reading.is === 'unsure'
    const told = isUnsure ? 'amount_unsure' : key
    const message = told === 'amount_too_large' ? t('amount_too_large_most', { most }) : t(told)
    const isWrong = checkAddition({ user: 'anybody', amount }, code) !== null
    const amountText = told === 'no_details_error' ? t('proper_amount') : message
    return {
      title: t(chooseInputTitle(told)),
      message,
      problems: { ...(owner ? {} : { owner: t('add_wallet_user_missing') }), ...(isWrong ? { amount: amountText } : {}) },
    }
  }
}

/** Null for one who has no wallet. */
const readOwner = async (id: string): Promise<WalletOwner | null> => {
  const { person } = await callEndpoint(getPerson, { id: asId<'user'>(id) })
  const { userType, walletBalance } = person
  const hasWallet = (userType === 'rider' || userType === 'driver') && walletBalance !== null
  return hasWallet ? { ...person, userType, walletBalance } : null
}

/** Whom the address names (`user`) is chosen already. */
const useGivenOwner = (choose: (owner: WalletOwner) => void) => {
  const problem = useProblem()
  const [params] = useSearchParams()
  const id = params.get('user')
  useEffect(() => {
    if (id) readOwner(id).then((owner) => owner && choose(owner), problem)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
}

export const useAddToWallet = () => {
  const t = useT()
  const format = useFormat()
  const alert = useAlert()
  const problem = useProblem()
  const { run, busy } = useWrite(addToWallet, { refuse: (cause) => problem(cause, { withCode: true }) })
  const check = useCheck()
  const [draft, setDraft] = useState(nothing)
  const [problems, setProblems] = useState<Problems>({})
  const set = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
  }
  useGivenOwner((owner) => set({ owner }))
  const asking = useAsking()
  const amount = findTypedAmount(format.readAmount(draft.amount)) ?? ''
  const send = async (owner: WalletOwner) => {
    if (!(await asking.ask())) return
    const done = await run({ user: owner.id, amount, note: draft.note })
    if (!done) return
    const told = {
      name: formatPersonName(owner),
      amount: format.exactMoney(done.amount),
      balance: format.exactMoney(done.balance),
    }
    setDraft(nothing)
    alert(`${t('success')} ${t('add_wallet_done', told)}`, { title: t('add_wallet_done_title'), focusAfter: fieldOf('input') })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = check(draft)
    setProblems(wrong?.problems ?? {})
    const first = wrong?.problems.owner ? 'input' : '[name=amount]'
    if (wrong) alert(wrong.message, { title: wrong.title, focusAfter: fieldOf(first) })
    else if (draft.owner) void send(draft.owner)
  }
  const setBalance = (walletBalance: string) =>
    setDraft((now) => ({ ...now, owner: now.owner && { ...now.owner, walletBalance } }))
  return { draft, amount, problems, set, setBalance, submit, busy, asking }
}
