import type { Command } from 'commander';
import type { TeamedServiceAccount } from '../../shared/identity/service-accounts/service-account.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Hook } from '../../shared/planning/hooks/hook.ts';
import { CommandError } from '../core/command-error.ts';
import { findNamed } from '../core/find.ts';
import { serviceCommand, withService, type ServiceOptions, type ServiceSession } from '../service-session.ts';
import { ruleFor, withRule, type RuleOptions } from './hook-rules.ts';

interface CreateOptions extends ServiceOptions, RuleOptions {
  provider: string;
  account: string;
}

/** Commands that return a secret of a hook, which only the service can encrypt. */
export function hookSecretCommands(hooks: Command): void {
  withRule(serviceCommand(hooks, 'create <name>', 'create a hook of one team, with the token of an admin'))
    .requiredOption('--provider <provider>', 'github or gitlab (required)')
    .requiredOption('--account <account>', 'the service account that acts, by name or id (required)')
    .action((name: string, { provider, account, ...options }: CreateOptions) =>
      withService(options, async (session) => {
        const body = {
          name,
          provider,
          serviceAccountId: await accountIdOf(session, account),
          rules: [await ruleOf(session, options)],
        };
        show(session, await session.post(`${session.path}/hooks`, body), `Created the hook ${name}.`);
      }),
    );

  serviceCommand(hooks, 'rotate-secret <hook>', 'create a new secret; the old one works for 24 hours').action(
    (text: string, options: ServiceOptions) =>
      withService(options, async (session) => {
        const { id, name } = findNamed('hook', await listed<Hook>(session, 'hooks'), text);
        const answer = await session.post(`${session.path}/hooks/${id}/rotate-secret`);
        show(session, answer, `Rotated the secret of the hook ${name}.`);
      }),
  );
}

const listed = <T>({ client, path }: ServiceSession, noun: string, query: Record<string, string> = {}) =>
  client.list<T>(`${path}/${noun}`, query);

const accountIdOf = async (session: ServiceSession, text: string): Promise<string> =>
  findNamed('service account', await listed<TeamedServiceAccount>(session, 'service-accounts'), text).id;

async function ruleOf(session: ServiceSession, options: RuleOptions) {
  const teams = await listed<Team>(session, 'teams');
  const byCode = teams.map((team) => ({ ...team, name: team.code }));
  const { id: teamId } = findNamed('team', byCode, options.team);
  return ruleFor(teamId, await listed<Status>(session, 'statuses', { teamId }), options);
}

/** The secret is shown this once. */
function show({ output, baseUrl }: ServiceSession, answer: object, sentence: string): void {
  const { data, signingSecret } = answer as { data: Hook; signingSecret?: string };
  if (signingSecret === undefined) throw secretLost(data);
  output.done(sentence);
  output.record(
    { ...data, signingSecret },
    {
      id: ({ id }) => id,
      address: ({ path }) => `${baseUrl}${path}`,
      secret: (hook) => hook.signingSecret,
    },
  );
  output.note('Enter both at the provider now: the secret is not shown again.');
}

/** The connection broke once the service had answered: repeated, the request returns the hook without its secret. */
const secretLost = ({ id, name }: Hook) =>
  new CommandError(
    `The hook ${name} has a new secret, which was lost with the connection. Create another one with plotline hooks rotate-secret ${id}.`,
  );
