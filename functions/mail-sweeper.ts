import { lambdaMail } from '../shared/mail/lambda-mail.ts';
import { sweepMail } from '../shared/mail/sweep-mail.ts';

/** Runs every minute; returns the number of mails whose message was lost, or whose worker crashed. */
export const handler = async (): Promise<{ woken: number }> => ({ woken: await sweepMail(lambdaMail()) });
