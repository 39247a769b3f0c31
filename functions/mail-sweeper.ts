import { lambdaMail } from '../shared/identity/mail/lambda-mail.ts';
import { sweepMail } from '../shared/identity/mail/sweep-mail.ts';

/** Runs every minute; returns the number of mails whose message was lost, or whose worker crashed. */
export const handler = async (): Promise<{ woken: number }> => ({ woken: await sweepMail(lambdaMail()) });
