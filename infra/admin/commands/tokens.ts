import { Option, type Command } from 'commander';
import type { Credential } from '../../../shared/auth/credential-store.ts';
import { allScopes, readScopes, type Scope } from '../../../shared/auth/scopes.ts';
import { name } from '../../../shared/lib/schema.ts';
import type { Team } from '../../../shared/teams/team.ts';
import type { Workspace } from '../../../shared/workspaces/workspace.ts';
import { as, asList, asNumber, asScopes } from '../arguments.ts';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { findMember, findServiceAccount, findTeams, findWorkspace } from '../find.ts';
import type { Operator } from '../operator.ts';
import { DAY, DEFAULT_TOKEN_DAYS } from '../operator/tokens.ts';
import type { Columns } from '../output.ts';
import { tableCommand, withSession, type CommonOptions } from '../session.ts';

interface Options extends CommonOptions {
  workspace?: string;
  member?: string;
  serviceAccount?: string;
}

interface NewTokenOptions extends Options {
  name: string;
  scopes?: Scope[];
  readOnly?: boolean;
  days: number;
  teams?: string[];
}

/** What service accounts can do at all (docs/specification.md, "Credentials"). */
const serviceAccountScopes: Scope[] = [
  'stories:read',
  'stories:write',
  'teams:read',
  'labels:read',
  'members:read',
];

/** A token as shown: without the hash of its secret, with whom it stands for. */
type Shown = Omit<Credential, 'hash'> & {
  holder: string;
  state: 'active' | 'expired' | 'revoked';
  /** The teams it is restricted to; left out in lists. */
  teams?: Pick<Team, 'id' | 'code' | 'name'>[] | null;
};

const columns: Columns<Shown> = {
  id: (token) => token.id,
  name: (token) => token.name,
  holder: (token) => token.holder,
  state: (token) => token.state,
  expires: (token) => token.expiresAt.slice(0, 10),
  scopes: ({ scopes }) => (scopes.length === allScopes.length ? 'all' : scopes.length),
};

const fields: Columns<Shown> = {
  ...columns,
  expires: (token) => token.expiresAt,
  scopes: ({ scopes }) => (scopes.length === allScopes.length ? 'all' : scopes.join(', ')),
  teams: ({ teams }) => teams?.map(({ code }) => code).join(', ') ?? 'all of its holder',
  created: (token) => token.createdAt,
  revoked: (token) => token.revokedAt,
};

export function tokensCommand(program: Command): void {
  const noun = program
    .command('tokens')
    .alias('token')
    .description('personal access tokens, and keys of service accounts');
  const command = (usage: string, description: string) =>
    tableCommand(noun, usage, description).option('-w, --workspace <workspace>', 'by slug or id');
  const ofHolder = (usage: string, description: string) =>
    command(usage, description)
      .option('--member <member>', 'of a person, by e-mail address or id')
      .addOption(
        new Option('--service-account <account>', 'of a service account, by name or id').conflicts('member'),
      );

  ofHolder('create', 'make a token; it is shown once')
    .requiredOption('--name <name>', 'what it is for', as(name()))
    .option('--scopes <scopes>', 'such as stories:read,stories:write', asScopes)
    .addOption(new Option('--read-only', 'every scope that reads').conflicts('scopes'))
    .option('--days <days>', 'how long it lives, 1 to 365', asNumber(1, 365), DEFAULT_TOKEN_DAYS)
    .option('--teams <codes>', 'the only teams it reaches, such as ENG,OPS', asList)
    .action((options: NewTokenOptions) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const { token, shown } = await createToken(operator, workspace, options);
        if (output.json) return output.record({ ...shown, token }, {});
        output.record(shown, fields);
        output.done('Made the token. Keep it now: it is shown only this once, and only its hash is stored.');
        process.stdout.write(`${token}\n`);
      }),
    );

  ofHolder('list', 'the tokens of someone, or of everyone').action((options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const workspace = await findWorkspace(operator, options.workspace);
      output.list(await listTokens(operator, workspace, options), columns, 'There is no token yet.');
    }),
  );

  command('show <id>', 'a token, by the id that list shows').action((id: string, options: Options) =>
    withSession(options, async ({ operator, output }) => {
      const workspace = await findWorkspace(operator, options.workspace);
      output.record(await findToken(operator, workspace, id), fields);
    }),
  );

  command('revoke <id>', 'end a token with the next request that uses it')
    .alias('delete')
    .option('-y, --yes', 'do not ask')
    .action((id: string, options: Options & { yes?: boolean }) =>
      withSession(options, async ({ operator, output }) => {
        const workspace = await findWorkspace(operator, options.workspace);
        const token = await findToken(operator, workspace, id);
        if (token.revokedAt === null) {
          await confirm(`The token ${token.name} of ${token.holder} stops working.`, options.yes ?? false);
          await operator.revokeToken(token.id);
        }
        output.done(`Revoked the token ${token.name} of ${token.holder}.`);
        if (output.json) output.record(await findToken(operator, workspace, id), fields);
      }),
    );
}

interface Holder {
  id: string;
  kind: 'user' | 'serviceAccount';
  name: string;
}

async function findHolder(
  operator: Operator,
  workspace: Workspace,
  { member, serviceAccount }: Options,
): Promise<Holder | undefined> {
  if (member !== undefined) {
    const { id, email } = await findMember(operator, workspace, member);
    return { id, kind: 'user', name: email };
  }
  if (serviceAccount === undefined) return undefined;
  const { id, name } = await findServiceAccount(operator, workspace, serviceAccount);
  return { id, kind: 'serviceAccount', name };
}

async function createToken(operator: Operator, workspace: Workspace, options: NewTokenOptions) {
  const holder = await findHolder(operator, workspace, options);
  if (!holder) throw new CommandError('Say whose token it is with --member or --service-account.');
  const teams = options.teams && (await findTeams(operator, workspace, options.teams));
  const usual = holder.kind === 'user' ? allScopes : serviceAccountScopes;
  const scopes = options.readOnly ? usual.filter((scope) => readScopes.includes(scope)) : usual;
  const { token, credential } = await operator.createToken({
    workspaceId: workspace.id,
    principalId: holder.id,
    principalKind: holder.kind,
    name: options.name,
    scopes: options.scopes ?? scopes,
    lifetime: options.days * DAY,
    ...(teams ? { teamIds: teams.map(({ id }) => id) } : {}),
  });
  return { token, shown: await withTeams(operator, toShown(credential, holder.name)) };
}

async function listTokens(operator: Operator, workspace: Workspace, options: Options): Promise<Shown[]> {
  const one = await findHolder(operator, workspace, options);
  const holders = one ? [one] : await everyone(operator, workspace);
  const lists: Shown[][] = [];
  for (const { id, name } of holders) {
    lists.push((await operator.listTokens(workspace.id, id)).map((token) => toShown(token, name)));
  }
  return lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function everyone(operator: Operator, workspace: Workspace): Promise<Pick<Holder, 'id' | 'name'>[]> {
  const [members, accounts] = await Promise.all([
    operator.listMembers(workspace.id),
    operator.listServiceAccounts(workspace.id),
  ]);
  return [...members.map(({ id, email }) => ({ id, name: email })), ...accounts];
}

async function findToken(operator: Operator, workspace: Workspace, id: string): Promise<Shown> {
  const credential = await operator.getToken(id.toLowerCase());
  if (credential?.workspaceId !== workspace.id) {
    throw new CommandError(`There is no token ${id} in ${workspace.slug}; see plotline tokens list.`);
  }
  const holder =
    (await operator.getMember(workspace.id, credential.principalId))?.email ??
    (await operator.getServiceAccount(workspace.id, credential.principalId))?.name;
  return await withTeams(operator, toShown(credential, holder ?? credential.principalId));
}

async function withTeams(operator: Operator, token: Shown): Promise<Shown> {
  if (token.teamIds === null) return { ...token, teams: null };
  const teams = await Promise.all(token.teamIds.map((id) => operator.getTeam(id)));
  return {
    ...token,
    teams: teams.filter((team) => team !== undefined).map(({ id, code, name }) => ({ id, code, name })),
  };
}

function toShown({ hash: _, ...credential }: Credential, holder: string): Shown {
  const isExpired = credential.expiresAt <= new Date().toISOString();
  const state = credential.revokedAt ? 'revoked' : isExpired ? 'expired' : 'active';
  return { ...credential, holder, state };
}
