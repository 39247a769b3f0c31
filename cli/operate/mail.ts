import type { Command } from 'commander';
import { allowMailAddress } from '../../shared/identity/mail/allow-mail-address.ts';
import { retryFailedMail } from '../../shared/identity/mail/retry-failed-mail.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';

/** `plotline mail`. */
export function mailCommand(program: Command): void {
  const noun = program.command('mail').description('failed mails, and addresses that get none');
  tableCommand(noun, 'retry', 'queue failed mails again').action((options: CommonOptions) =>
    withSession(options, async ({ operator, output }) => {
      const { queued } = await operator.outside.run(retryFailedMail);
      output.done(`Queued ${queued} mails; the sweeper sends them within two minutes.`);
      output.record({ queued }, { queued: (one) => String(one.queued) });
    }),
  );
  tableCommand(noun, 'allow <address>', 'send mail again to an address that bounced or complained').action(
    (address: string, options: CommonOptions) =>
      withSession(options, async ({ operator, output }) => {
        const allowed = await operator.outside.run(allowMailAddress, { body: { address } });
        output.done(
          allowed.stoppedBy === null
            ? `Nothing had stopped mail to ${allowed.address}.`
            : `Mail to ${allowed.address} is allowed again; it was stopped by a ${allowed.stoppedBy}.`,
        );
        output.record(allowed, { address: (one) => one.address });
      }),
  );
}
