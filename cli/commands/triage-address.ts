import type { Command } from 'commander';
import type { Team } from '../../shared/identity/team/team.ts';
import { deleteTriageAddress } from '../../shared/planning/triage-mail/delete-triage-address.ts';
import type { TriageAddress } from '../../shared/planning/triage-mail/triage-address.ts';
import { confirm } from '../core/confirm.ts';
import { findNamed, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { serviceCommand, withService, type ServiceOptions, type ServiceSession } from '../service-session.ts';

const columns: Columns<TriageAddress> = {
  address: ({ address }) => address,
  created: ({ createdAt }) => createdAt.slice(0, 10),
};

/** The commands of the mail addresses of triages; only the service knows at which domain it receives mail. */
export function triageAddressCommands(triage: Command): void {
  const noun = triage.command('address').description('the mail address of a triage');

  serviceCommand(noun, 'show <team>', 'show the address of a team, with the token of an admin').action(
    (text: string, options: ServiceOptions) =>
      withService(options, async (session) => {
        const address = await session.client.get<TriageAddress>(await pathOf(session, text));
        session.output.record(address, columns);
      }),
  );

  serviceCommand(
    noun,
    'create <team>',
    'create the address of a team, of which each mail becomes a story, with the token of an admin',
  ).action((text: string, options: ServiceOptions) =>
    withService(options, async (session) => {
      const { data } = (await session.post(await pathOf(session, text))) as unknown as {
        data: TriageAddress;
      };
      session.output.record(data, columns);
    }),
  );

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

async function pathOf({ client, path }: ServiceSession, text: string): Promise<string> {
  const teams = await client.list<Team>(`${path}/teams`, {});
  const byCode = teams.map((team) => ({ ...team, name: team.code }));
  return `${path}/teams/${findNamed('team', byCode, text).id}/triage-address`;
}
