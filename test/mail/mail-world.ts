import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { mailIdOf, type NewMail } from '../../shared/identity/mail/mail.ts';
import type { MailServices } from '../../shared/identity/mail/mail-services.ts';
import type { OutgoingMail } from '../../shared/kernel/net/outgoing-mail.ts';
import { mailKind, queueMail } from '../../shared/identity/mail/mail-store.ts';
import { sendMail } from '../../shared/identity/mail/send-mail.ts';
import { sweepMail } from '../../shared/identity/mail/sweep-mail.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf } from '../support/service.ts';

/** The mail queue in this process, over a table of its own, with a clock that is set and a sender that can fail. */
export async function newMailWorld() {
  const database = databaseOf(await ownTable());
  let now = Date.parse('2100-01-01T00:00:00.000Z');
  const crashing = new AsyncLocalStorage<() => void>();
  const messages: { id: string; at: number }[] = [];
  const sent: OutgoingMail[] = [];
  const world = {
    /** What the sender does with a mail, by default nothing but take it. */
    sender: (_mail: OutgoingMail): void | Promise<void> => undefined,
    /** Whether messages are lost. */
    losesMessages: false,
  };
  const services: MailServices = {
    database,
    async send(mail) {
      await world.sender(mail);
      sent.push(mail);
    },
    async wake(mails, delaySeconds = 0) {
      if (world.losesMessages) return;
      messages.push(...mails.map(({ id }) => ({ id, at: now + delaySeconds * 1000 })));
    },
    baseUrl: () => 'https://plan.example',
    setting: () => undefined,
    keys: fixedKeys('a key of tests'),
    now: () => new Date(now),
    randomBytes,
  };
  return Object.assign(world, {
    services,
    sent,
    /** Ends the worker that calls it, as a crash does: nothing that it would do next happens. */
    crash: async () => {
      crashing.getStore()!();
      await new Promise<never>(() => undefined);
    },
    pass: (milliseconds: number) => void (now += milliseconds),
    now: () => new Date(now),
    /** Queues a mail to an address of its own, as its reason is. */
    async queue(fields: Partial<NewMail> = {}) {
      const mail: NewMail = {
        to: `${randomUUID()}@example.com`,
        subject: 'Hello',
        body: { title: 'Hello', paragraphs: [], footer: 'Bye' },
        reason: ['test', randomUUID()],
        ...fields,
      };
      await commit(database, [queueMail(mail, new Date(now), writeConflict)]);
      return { ...mail, id: mailIdOf(mail.reason) };
    },
    /** Sends what messages ask for by now. */
    work,
    /** Lets time pass by the minute, with the sweeper, as a deployment does. */
    async live(minutes: number) {
      for (let minute = 0; minute < minutes; minute++) {
        now += 60_000;
        await sweepMail(services);
        await work();
      }
    },
    stateOf: async (id: string) => await createReader(database).get(mailKind.key(id)),
  });

  /** Sends a mail as a worker of its own does, until it is done or has crashed. */
  function runWorker(id: string): Promise<unknown> {
    return new Promise((done, fail) => {
      const start = () => void sendMail(services, id).then(done, fail);
      crashing.run(() => done('crashed'), start);
    });
  }

  async function work() {
    const due = messages.filter(({ at }) => at <= now);
    for (const message of due) messages.splice(messages.indexOf(message), 1);
    return await Promise.all(due.map(({ id }) => runWorker(id)));
  }
}
