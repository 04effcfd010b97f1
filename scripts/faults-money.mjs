// Faults that concern money, in the format of `faults-list`.

export const testsIn = (file, ...names) => names.map((name) => ({ file, name }))

const settled = 'server/src/features/payments/settle.test.ts'
const refunds = 'server/src/features/payments/commands-refunds.test.ts'

export const faultsOfMoney = [
  {
    number: 6,
    fault: 'The same notice of a payment comes a hundred times at once',
    tests: [
      ...testsIn(
        'server/src/features/payments/routes-notices.test.ts',
        'one signed notice of %s sent a hundred times at once settles once: one receipt, and one notice and one push for each person',
      ),
      ...testsIn(
        settled,
        'a notice that comes a hundred times at once settles once: one posting, one step, one receipt',
        'a notice a hundred different notices about one payment settle it once, too',
      ),
    ],
  },
  {
    number: 7,
    fault: 'The notice of a payment comes before the answer to its checkout',
    tests: [
      ...testsIn(settled, 'a notice that arrives before the answer to the checkout finds its payment, which is paid once'),
      ...testsIn(
        'server/src/features/payments/commands-notices.test.ts',
        'a notice that names the checkout before we were told its name is taken up as soon as we are',
      ),
    ],
  },
  {
    number: 8,
    fault: 'The notice of a payment never comes',
    tests: testsIn(
      'server/src/features/payments/commands-check.test.ts',
      'a payment whose notice is lost for ever is found by the clock',
      'an outage in the middle is borne: the next look finds what was paid',
    ),
  },
  {
    number: 9,
    fault: 'A provider says “failed” after “paid”, or the other way round',
    tests: testsIn(
      settled,
      'what the provider confirms “failed” after “paid” changes no posting, and an admin looks; “paid” after “failed” counts',
    ),
  },
  {
    number: 10,
    fault: 'A notice has a wrong amount, currency, payment, signature or time',
    tests: [
      ...testsIn(
        settled,
        'a notice that is not genuine changes nothing, is counted, and an admin is told of it once',
        'a notice about no payment of ours is kept for the admin, and not sent again',
        'what the provider confirms with %s settles nothing and is a matter for an admin',
      ),
      ...testsIn(
        'server/src/adapters/payments/stripe.test.ts',
        'a notice is believed for five minutes, and not from the future',
        'a notice of which one byte was changed is refused',
      ),
    ],
  },
  {
    number: 11,
    fault: 'Money comes after its booking was cancelled',
    tests: [
      ...testsIn(settled, 'late money for a booking that was cancelled meanwhile goes into the wallet'),
      ...testsIn(
        'server/src/features/payments/commands.test.ts',
        'an unpaid booking ends by itself, and one that is paid and cancelled comes back into the wallet',
      ),
    ],
  },
  {
    number: 24,
    fault: 'A withdrawal is approved twice, a top-up clicked twice, a refund given twice',
    tests: [
      ...testsIn(
        'server/src/features/wallet/commands-desk.test.ts',
        'a withdrawal is completed once: of two at the same moment one pays, the other reads that it is done',
      ),
      ...testsIn(
        'server/src/features/wallet/commands.test.ts',
        'asking for money of the wallet never takes more than there is: of 120 at once from 105.00, 105 get their 1.00',
      ),
      ...testsIn(
        'server/src/features/payments/commands-complete.test.ts',
        'a top-up that is twice clicked at once is one payment',
      ),
      ...testsIn(refunds, 'a double click and twenty at once never give back more than was paid'),
    ],
  },
]
