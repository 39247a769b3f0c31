import { Option, type Command } from 'commander';
import { disableWebhook } from '../../shared/events/webhooks/disable-webhook.ts';
import { listWebhooks } from '../../shared/events/webhooks/list-webhooks.ts';
import type { Webhook } from '../../shared/events/webhooks/webhook.ts';
import { closingHelp } from '../core/closing-help.ts';
import { confirm } from '../core/confirm.ts';
import { findNamed } from '../core/find.ts';
import { createOutput, type Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

const redriveHelp = `
A message ends up in the dead-letter queue when the delivery function has failed on it five times, which receivers
cannot cause. Nothing is lost: pending deliveries are in the table, and the sweeper finds them within a minute. Check
the function's log first; this command returns the messages to the queue.`;

const replayHelp = `
Stream records that the dispatcher could not process are stored in a bucket for 29 days. Once the cause is fixed, this
command dispatches them again, oldest first, and deletes each object that succeeds. Existing events and deliveries are
not created twice.`;

interface WebhooksOptions {
  stack?: string;
  json?: boolean;
}

const columns: Columns<Webhook> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ url }) => url,
  status: ({ status }) => status,
  'failures in a row': ({ consecutiveFailures }) => consecutiveFailures,
  'last success': ({ lastSuccessAt }) => lastSuccessAt,
};

/** `plotline webhooks …`: the endpoints of a workspace, and recovery after the pipeline has raised an alarm. */
export function webhooksCommand(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('the webhook endpoints of a workspace, and what the pipeline could not process');
  workspaceCommand(webhooks, 'list', 'list the endpoints of a workspace, newest first').action(
    (options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        output.list(await operations.list(listWebhooks), columns, 'There are no endpoints.');
      }),
  );
  workspaceCommand(
    webhooks,
    'disable <endpoint>',
    'stop sending to an endpoint; its admins can enable it again',
  )
    .option('-y, --yes', 'skip the confirmation')
    .action((endpoint: string, options: WorkspaceOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: webhookId, name } = findNamed('endpoint', await operations.list(listWebhooks), endpoint);
        await confirm(`Nothing more will be sent to the endpoint ${name}.`, options.yes ?? false);
        const webhook = await operations.run(disableWebhook, { path: { webhookId } });
        output.done(`Disabled the endpoint ${webhook.name}.`);
        output.record(webhook, columns);
      }),
    );
  withStack(webhooks.command('redrive'))
    .description('return the messages of the dead-letter queue to the queue')
    .addHelpText('after', closingHelp(redriveHelp))
    .action(async ({ stack, json = false }: WebhooksOptions) => {
      const { redriveWebhooks } = await import('../operate/webhook-records.ts');
      const moved = await redriveWebhooks(stack);
      const output = createOutput(json);
      if (json) output.record({ moved }, {});
      else
        output.done(
          moved === 0 ? 'The dead-letter queue is empty.' : `Returned ${moved} messages to the queue.`,
        );
    });
  withStack(webhooks.command('replay'))
    .description('dispatch unprocessed stream records again')
    .addHelpText('after', closingHelp(replayHelp))
    .action(async ({ stack, json = false }: WebhooksOptions) => {
      const { replayWebhooks } = await import('../operate/webhook-records.ts');
      const { objects, records } = await replayWebhooks(stack);
      const output = createOutput(json);
      if (json) output.record({ objects, records }, {});
      else if (objects === 0) output.done('There are no stored records.');
      else output.done(`Dispatched ${records} records from ${objects} objects.`);
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
