import { sql, type Kysely } from 'kysely'

const withdrawnOffers = `
-- the desk takes back what it asked of a driver
alter table booking_change drop constraint booking_change_kind_check;
alter table booking_change add constraint booking_change_kind_check check (kind in (
  'assigned','reassigned','withdrawn','dateChanged','priceChanged',
  'claimOpened','claimGranted','claimRefused','claimLapsed','claimPaid','codeLocked'));
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(withdrawnOffers).execute(db)
}
