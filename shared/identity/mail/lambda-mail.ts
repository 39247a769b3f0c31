import { randomBytes } from 'node:crypto';
import { systemClock } from '../../kernel/core/clock.ts';
import { optionalEnv, requiredEnv } from '../../kernel/core/env.ts';
import { getKeys } from '../../kernel/secrets/keys.ts';
import { lambdaDatabase } from '../../kernel/db/client.ts';
import type { MailServices } from './mail-services.ts';
import { wakeMail } from './wake-mail.ts';

/** The mail queue's dependencies in Lambda. */
export const lambdaMail = (): MailServices => ({
  database: lambdaDatabase(),
  // Imported on demand, since a notice or a sweep sends nothing.
  send: async (mail) => await (await import('../../kernel/net/ses.ts')).sendWithSes(mail),
  wake: (mails, delaySeconds) => wakeMail(requiredEnv('MAIL_QUEUE_URL'), mails, delaySeconds),
  baseUrl: () => requiredEnv('BASE_URL'),
  setting: optionalEnv,
  keys: getKeys,
  now: systemClock,
  randomBytes,
});
