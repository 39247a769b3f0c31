import type { Command } from 'commander';
import { createTriageAddress } from '../../shared/planning/triage-mail/create-triage-address.ts';
import { getTriageAddress } from '../../shared/planning/triage-mail/get-triage-address.ts';
import { deleteTriageAddress } from '../../shared/planning/triage-mail/delete-triage-address.ts';
import type { TriageAddress } from '../../shared/planning/triage-mail/triage-address.ts';
import { confirm } from '../core/confirm.ts';
import { resolveTeam } from '../core/find.ts';
import type { OperationWithOutput } from '../core/operations.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { serviceCommand, withService, type ServiceOptions } from '../service-session.ts';

const columns: Columns<TriageAddress> = {
  address: ({ address }) => address,
  created: ({ createdAt }) => createdAt.slice(0, 10),
};

/** The commands of the mail addresses of triages; only the service knows at which domain it receives mail. */
export function triageAddressCommands(triage: Command): void {
  const noun = triage.command('address').description('the mail address of a triage');

  serviceCommand(noun, 'show <team>', 'show the address of a team, with the token of an admin').action(
    (text: string, options: ServiceOptions) => showBy(getTriageAddress, text, options),
  );

  serviceCommand(
    noun,
    'create <team>',
    'create the address of a team, of which each mail becomes a story, with the token of an admin',
  ).action((text: string, options: ServiceOptions) => showBy(createTriageAddress, text, options));

  workspaceCommand(noun, 'delete <team>', 'delete the address of a team: mail to it is dropped')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: WorkspaceOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: teamId, code } = await resolveTeam(operations, text);
        await confirm(`Mail to the address of ${code} is dropped from now on.`, options.yes ?? false);
        const deleted = await operations.run(deleteTriageAddress, { path: { teamId } });
        output.done(`Deleted the address of ${code}.`);
        output.record(deleted, {});
      }),
    );
}

const showBy = (
  operation: OperationWithOutput<TriageAddress>,
  text: string,
  options: ServiceOptions,
): Promise<void> =>
  withService(options, async ({ operations, output }) => {
    const { id: teamId } = await resolveTeam(operations, text);
    output.record(await operations.run(operation, { path: { teamId } }), columns);
  });
