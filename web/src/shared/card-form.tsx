// The card form of the specification: ten hidden fields, posted to the provider's link. That link is ours and leads on to the provider.
import type { Me } from '@wayfare/contract/accounts'
import type { FormEventHandler, ReactNode, Ref } from 'react'

/** `id` is a booking or a top-up; the server looks up whose it is and what it costs, whatever stands here. */
export type Order = { id: string; amount: string; currency: string; product: string }

const cardFields = ({ id, amount, currency, product }: Order, me: Me | null): readonly (readonly [string, string])[] =>
  Object.entries({
    order_id: id,
    amount,
    currency,
    product_name: product,
    first_name: me?.firstName ?? '',
    last_name: me?.lastName ?? '',
    quantity: '1',
    cust_id: me?.id ?? '',
    mobile_no: me?.mobile ?? '',
    email: me?.email.trim() ?? '',
  })

type CardFormProps = {
  /** of a provider, as get_providers tells it; null while none is chosen */
  link: string | null
  order: Order
  me: Me | null
  children: ReactNode
  onSubmit?: FormEventHandler<HTMLFormElement>
  formRef?: Ref<HTMLFormElement>
}

export const CardForm = ({ link, order, me, children, onSubmit, formRef }: CardFormProps) => (
  <form method="post" action={link ?? undefined} acceptCharset="utf-8" onSubmit={onSubmit} ref={formRef}>
    {cardFields(order, me).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
)
