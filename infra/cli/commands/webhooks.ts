import { Option, type Command } from 'commander';
import { startProgress } from '../import/progress.ts';
import { createOutput } from '../core/output.ts';
import { webhookPath } from '../core/webhook-path.ts';
import { openWebhookPath } from '../core/webhook-target.ts';

const redriveHelp = `
A message ends in the dead-letter queue when the delivery function failed on it five times, which no receiver can
bring about. Nothing is lost by it: what is to be sent stands in the table, and the sweeper finds it within a
minute. Look into the function's log first; this puts the messages back.`;

const replayHelp = `
Stream records that the dispatcher could not handle are kept whole in a bucket for 29 days. Once the cause is
mended, this dispatches them again, the oldest first, and deletes each object that went through. Events and
deliveries that exist already are not made twice.`;

interface Options {
  stack?: string;
  json?: boolean;
}

/** `plotline webhooks …`: what the operator does when the webhook path has raised an alarm. */
export function webhooksCommand(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('put right what the webhook path could not handle');
  withStack(webhooks.command('redrive'))
    .description('put the messages of the dead-letter queue back into the queue')
    .addHelpText('after', redriveHelp)
    .action(async ({ stack, json = false }: Options) => {
      const path = webhookPath(await openWebhookPath(stack));
      const waiting = await path.countDeadLetters();
      const progress = waiting > 0 ? startProgress(waiting) : undefined;
      const moved = await path.redrive(() => progress?.tick());
      progress?.stop();
      const output = createOutput(json);
      if (json) output.record({ moved }, {});
      else output.done(moved === 0 ? 'The dead-letter queue is empty.' : `Put ${moved} messages back.`);
    });
  withStack(webhooks.command('replay'))
    .description('dispatch stream records again that could not be handled')
    .addHelpText('after', replayHelp)
    .action(async ({ stack, json = false }: Options) => {
      const path = webhookPath(await openWebhookPath(stack));
      const keys = await path.listLeftOver();
      const progress = keys.length > 0 ? startProgress(keys.length) : undefined;
      let records = 0;
      try {
        for (const key of keys) {
          records += await path.replay(key);
          progress?.tick();
        }
      } finally {
        progress?.stop();
      }
      const output = createOutput(json);
      if (json) output.record({ objects: keys.length, records }, {});
      else if (keys.length === 0) output.done('Nothing is left over.');
      else output.done(`Dispatched ${records} records of ${keys.length} objects.`);
    });
}

const withStack = (command: Command): Command =>
  command
    .option('--json', 'print JSON')
    .addOption(
      new Option('--stack <name>', 'a deployed webhook stack, Plotline-<environment>-webhooks').helpGroup(
        'Where:',
      ),
    );
