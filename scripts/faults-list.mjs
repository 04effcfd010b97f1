// Faults that may occur in operation, and the tests that show what must still hold. Tests are given by their exact full names,
// including their groups; placeholders of table tests are written as in the source. A test whose name says “(skipped without …)”
// needs a program that a machine may lack; it is then reported as not tried.

import { faultsOfMoney, testsIn } from './faults-money.mjs'

const race = 'server/src/features/dispatch/commands-race.test.ts'
const dispatch = 'server/src/features/dispatch/commands.test.ts'
const killed = 'server/test/kill.test.ts'
const killedAtCommit = 'server/test/killed-at-commit.test.ts'
const underLoad = 'server/test/under-load.test.ts'
const files = 'server/src/features/files/commands.test.ts'
const clock = 'server/test/clock.test.ts'
const socket = 'server/src/realtime/socket.test.ts'
const positions = 'server/src/features/trips/ingest.test.ts'
const positionClock = 'server/src/features/trips/ingest-clock.test.ts'
const runner = 'server/src/jobs/runner.test.ts'
const breaker = 'server/src/jobs/breaker.test.ts'
const mail = 'server/src/adapters/email-smtp.test.ts'
const sms = 'server/src/adapters/sms.test.ts'
const outsideMaps = 'server/test/outside-maps.test.ts'

const faultsOfTrips = [
  {
    number: 1,
    fault: 'The server is killed between accepting a task and answering',
    tests: [
      ...testsIn(
        killedAtCommit,
        'a task that is accepted through a kill %s has one driver or none, and asking again has one answer',
      ),
      ...testsIn(killed, 'a trip goes on after a kill at any of its steps, %s'),
    ],
  },
  {
    number: 2,
    fault: 'The server is killed at any step of a trip, before or after the commit',
    tests: [
      ...testsIn(killedAtCommit, 'a trip goes on after a kill at the COMMIT of each of its steps, %s'),
      ...testsIn(killedAtCommit, 'a card payment goes on after a kill at the COMMIT that counts it, %s'),
      ...testsIn(
        killed,
        'a trip goes on after a kill at any of its steps, %s',
        'a cancellation through a kill frees the driver, once',
        'a card payment through a kill %s is counted once, and the driver gets the share once',
      ),
    ],
  },
  {
    number: 3,
    fault: 'Fifty drivers accept one task at once',
    tests: testsIn(race, 'of ${drivers} drivers who accept one task at once exactly one wins (%s)'),
  },
  {
    number: 4,
    fault: 'One driver accepts two tasks at once',
    tests: testsIn(dispatch, 'a driver has one trip at a time, also when he accepts two at once'),
  },
  {
    number: 5,
    fault: 'The rider cancels while a driver accepts',
    tests: testsIn(dispatch, 'when the rider cancels while a driver accepts, there is one order of events'),
  },
  {
    number: 12,
    fault: 'PostgreSQL is ended at once under load, and comes back',
    tests: [
      ...testsIn(underLoad, 'trips go on when PostgreSQL is ended at once, again and again: nothing that was answered is lost'),
      ...testsIn(
        'server/src/db/embedded-crash.test.ts',
        'no acknowledged row is lost when server and database are killed under writers, and an orphan is adopted',
      ),
    ],
  },
  {
    number: 13,
    fault: 'PostgreSQL is away for a minute',
    tests: [
      ...testsIn(
        underLoad,
        'trips wait while PostgreSQL is away: each request is told to come again, and none was done in the meantime',
      ),
      ...testsIn('server/test/outage.test.ts', 'says once that the database %s and once that it is back, without spinning'),
      ...testsIn('server/src/http/health.test.ts', 'says so, too, when nothing answers at the database’s address'),
    ],
  },
  {
    number: 14,
    fault: 'The connection to PostgreSQL breaks at a COMMIT',
    tests: testsIn(
      'server/test/cut-at-commit.test.ts',
      'a connection that breaks at COMMIT, %s books once',
      'a connection that breaks at COMMIT, %s gives a task to the driver once, and to nobody else',
      'a connection that breaks at COMMIT, %s counts cash once, and completes the trip once',
      'a connection that breaks at COMMIT, %s takes a withdrawal out of the wallet once',
    ),
  },
  {
    number: 15,
    fault: 'The disk is full when a file is uploaded',
    tests: testsIn(
      files,
      'when something breaks leaves no row without its file when the disk is full',
      'when something breaks leaves no file without its row when the work is refused',
      'when something breaks erases in an hour what a killed process left behind',
    ),
  },
  {
    number: 16,
    fault: 'The server’s clock is ten minutes off, is moved by an hour, or meets the 29th of February',
    tests: [
      ...testsIn(
        clock,
        'a clock that steps by ten minutes during a trip leaves its steps in order and its seconds at zero or more',
        'a clock that is %s minutes off judges a booking for later by itself, and releases it no earlier than planned',
        'a code by phone ends by the clock, however it steps, and is taken once',
        'a booking for later over %s is released as long before its time as planned',
        'the 29th of February is a day like any other',
      ),
      ...testsIn(
        'core/src/city-time.test.ts',
        'a time that the clocks skip in spring is as much later as they skip',
        'a time that the clocks show twice in autumn is the first of both',
        'the next time of day is today’s or tomorrow’s, also when the clocks are moved that night',
      ),
    ],
  },
  {
    number: 17,
    fault: 'The clock of a phone is days off',
    tests: [
      ...testsIn(positions, 'positions set right the clock of a device that is days off'),
      ...testsIn(
        'server/src/features/trips/commands-late.test.ts',
        'a time before the step before, or one to come, is not believed',
        'a phone that was online since is not believed: its start counts from when it told, and the desk reads both',
      ),
    ],
  },
  {
    number: 18,
    fault: 'The socket breaks a hundred times during a trip',
    tests: [
      ...testsIn(
        'server/test/cut-sockets.test.ts',
        'a trip whose sockets break again and again: each event is heard once and in order, and each position is kept once, without a gap',
      ),
      ...testsIn(
        socket,
        'events miss nothing and repeat nothing when a client comes back with its last cursor again and again',
        'events that are too many are not replayed: the client is told to read afresh',
      ),
      ...testsIn(
        positions,
        'positions of a trip are acknowledged when they are in the database, and a batch sent twice counts once',
      ),
    ],
  },
  {
    number: 19,
    fault: 'Positions come twice, out of order, from out of reach or from far away',
    tests: [
      ...testsIn(positions, 'positions that are impossible, stale, vague or from the future are refused, the others taken'),
      ...testsIn(
        positionClock,
        'positions count in the order of their numbers, each once, however they are sent',
        'places far away are believed only when they fit one another, each of them good by itself',
      ),
      ...testsIn('core/src/driven.test.ts', 'whatever a device sends counts once however often it comes, and in any order'),
      ...testsIn(
        'server/src/features/trips/commands.test.ts',
        'a phone cannot invent distance: points a millisecond apart on both sides of the river',
      ),
    ],
  },
  {
    number: 20,
    fault: 'Of two processes that work off events and jobs one stands still, and goes on later',
    tests: [
      ...testsIn(
        'server/test/paused-worker.test.ts',
        'what a process was at that stood still is done by another, and once: it does not do it again when it goes on',
        'a message of a process that stood still is sent by another, under the key by which its service knows it',
      ),
      ...testsIn(
        'server/test/paused-reader.test.ts',
        'what a process was reacting to that stood still is done by another, and once: it does not do it again when it goes on',
        'what a process was reacting to is done once, too, where they hear of one another over NATS (skipped without nats-server)',
      ),
      ...testsIn(
        'server/test/processes-nats.test.ts',
        'two processes over NATS (skipped without nats-server) while NATS is away bookings are made, offered and accepted, and cars are seen again when it is back',
        'two processes over NATS (skipped without nats-server) what an admin changes at the one is heard at the other, each time once and in order, while NATS stops, hangs and comes back',
        'two processes over NATS (skipped without nats-server) one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
      ),
      ...testsIn(
        'server/test/two-processes.test.ts',
        'one that is killed leaves nothing undone: the other asks the driver within 8 s, and asks nobody twice',
      ),
      ...testsIn('server/test/dead-worker.test.ts', 'what a killed worker had locked is done by another within 8 s'),
      ...testsIn('server/src/events.test.ts', 'events are told once although two processes run the same durable reader'),
      ...testsIn(
        runner,
        'takes up what a worker had locked that is heard no more, its queue too, and leaves what a living one works at',
      ),
    ],
  },
  {
    number: 21,
    fault: 'The services for mail, SMS and notices fail, hang or drip',
    tests: [
      ...testsIn(
        runner,
        'lets no message that hangs hold up a trip',
        'tries again what failed, with a warning, and keeps what failed for good',
      ),
      ...testsIn(
        breaker,
        'a service that failed three times in a row is left alone for twenty seconds',
        'then one call tries it, while the others still do not wait',
      ),
      ...testsIn(
        mail,
        'a mail server that is not well and says nothing is left alone after its time',
        'a mail server that is not well and drips a sign at a time for ever is cut off, connection and all',
      ),
      ...testsIn(
        sms,
        '%s that hangs is left alone after its time',
        '%s that drips its refusal for ever is left alone after its time',
        '%s that is not there is an outage',
      ),
      ...testsIn('server/src/adapters/push-web.test.ts', 'a service that hangs is given up in time'),
    ],
  },
  {
    number: 22,
    fault: 'The map or the engine of routes is away',
    tests: [
      ...testsIn(
        outsideMaps,
        'while an engine is down there is no answer, or the own map’s where that is allowed',
        'an engine that failed three times is left alone, and asked again after twenty seconds',
      ),
      ...testsIn('server/src/features/bookings/quote.test.ts', 'a router that is away is named, and one that gets ready too'),
      ...testsIn(
        'server/src/features/trips/commands.test.ts',
        'without a router a trip with a gap cannot end, and nothing changes',
        'without positions the promised distance counts, and it is said',
      ),
    ],
  },
  {
    number: 23,
    fault: 'The server is asked to stop while two hundred trips are under way',
    tests: [
      ...testsIn(
        'server/test/rolling-restart.test.ts',
        'of 10,000 requests none fails while one after the other is restarted, and a socket loses no news (skipped without nginx)',
      ),
      ...testsIn(underLoad, 'trips go on when the server is stopped and started: each request is answered or can be asked again'),
      ...testsIn('server/src/http/listen.test.ts', 'finishes what is under way and takes nothing new'),
    ],
  },
  {
    number: 25,
    fault: 'A backup is taken under load and restored elsewhere',
    tests: [
      ...testsIn('server/test/backup.test.ts', 'a town that goes on working is backed up as it was at one moment'),
      ...testsIn(
        'server/test/restored.test.ts',
        'after a restore tells nobody what was told, pays nothing back and asks no driver until it is released',
        'after a restore lets readers of events go on where they were, each new event once, at the usual load',
      ),
      ...testsIn('server/test/restore.test.ts', 'brings an encrypted backup to another machine, with its secret and files'),
    ],
  },
]

/** `left`: what no test here covers. */
export const faults = [...faultsOfTrips, ...faultsOfMoney].toSorted((a, b) => a.number - b.number)
