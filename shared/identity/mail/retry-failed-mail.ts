import * as z from 'zod';
import { writeConflict } from '../../kernel/core/errors.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { findFailedMails, retryMail } from './mail-store.ts';

const MAILS_MAX = 1_000;

export const retryFailedMail = operatorOperation({
  id: 'retryFailedMail',
  summary: 'Queue up to 1,000 failed mails again, oldest first',
  inWorkspace: false,
  output: () => z.object({ queued: z.int() }),
  handle: async ({ read, now, tryWrite }) => {
    const ids = await findFailedMails(read, MAILS_MAX);
    let queued = 0;
    for (const id of ids) if (await tryWrite([retryMail(id, now, writeConflict)])) queued++;
    return { queued };
  },
});
