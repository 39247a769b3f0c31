import { Option, type Command } from 'commander';
import { allScopes, readScopes, type Scope } from '../../shared/kernel/core/scopes.ts';
import { name } from '../../shared/kernel/core/schema.ts';
import { listMembers } from '../../shared/identity/members/list-members.ts';
import { createServiceAccountKey } from '../../shared/identity/service-accounts/create-service-account-key.ts';
import { listServiceAccountKeys } from '../../shared/identity/service-accounts/list-service-account-keys.ts';
import { listServiceAccounts } from '../../shared/identity/service-accounts/list-service-accounts.ts';
import { revokeServiceAccountKey } from '../../shared/identity/service-accounts/revoke-service-account-key.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createToken } from '../../shared/identity/tokens/create-token.ts';
import { getToken } from '../../shared/identity/tokens/get-token.ts';
import { listTokens } from '../../shared/identity/tokens/list-tokens.ts';
import { revokeToken } from '../../shared/identity/tokens/revoke-token.ts';
import type { Token } from '../../shared/identity/tokens/token.ts';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { as, asList, asNumber, asScopes } from '../core/arguments.ts';
import { CommandError, UsageError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { resolveMember, findServiceAccount, findTeams } from '../core/find.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import type { Columns } from '../core/output.ts';
import { writeError, writeOutput } from '../core/terminal.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Default lifetime of a token in days. */
const DEFAULT_TOKEN_DAYS = 90;

interface TokensOptions extends WorkspaceOptions {
  member?: string;
  serviceAccount?: string;
}

interface NewTokenOptions extends TokensOptions {
  name: string;
  scopes?: Scope[];
  readOnly?: boolean;
  days: number;
  teams?: string[];
}

/** The scopes available to service accounts (docs/specification.md, "Credentials"). */
const serviceAccountScopes: Scope[] = [
  'stories:read',
  'stories:write',
  'teams:read',
  'labels:read',
  'members:read',
];

/** A token with its principal. */
type ListedToken = Token & {
  holder: string;
  state: 'active' | 'expired' | 'revoked';
  /** The teams it is restricted to; omitted in lists. */
  teams?: Pick<Team, 'id' | 'code' | 'name'>[] | null;
};

const columns: Columns<ListedToken> = {
  name: (token) => token.name,
  holder: (token) => token.holder,
  state: (token) => token.state,
  expires: (token) => token.expiresAt.slice(0, 10),
  scopes: ({ scopes }) => shortScopes(scopes),
  id: (token) => token.id,
};

const fields: Columns<ListedToken> = {
  ...columns,
  expires: (token) => token.expiresAt,
  scopes: ({ scopes }) => (scopes.length === allScopes.length ? 'all' : scopes.join(', ')),
  teams: ({ teams }) => teams?.map(({ code }) => code).join(', ') ?? 'all of its holder',
  created: (token) => token.createdAt,
  revoked: (token) => token.revokedAt,
};

const SHOWN_SCOPES_MAX = 2;

/** Scopes in the width of a column: `stories:read, sprints:read +9`. */
function shortScopes(scopes: readonly Scope[]): string {
  if (scopes.length === allScopes.length) return 'all';
  if (scopes.length === readScopes.length && scopes.every((scope) => readScopes.includes(scope)))
    return 'all to read';
  const more = scopes.length - SHOWN_SCOPES_MAX;
  return `${scopes.slice(0, SHOWN_SCOPES_MAX).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}

export function tokensCommand(program: Command): void {
  const noun = program
    .command('tokens')
    .alias('token')
    .description('personal access tokens, and keys of service accounts');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);
  const ofHolder = (usage: string, description: string) =>
    command(usage, description)
      .option('--member <member>', 'of a person, by email address or id')
      .addOption(
        new Option('--service-account <account>', 'of a service account, by name or id').conflicts('member'),
      );

  ofHolder('create', 'create a token; it is shown once')
    .requiredOption('--name <name>', 'its purpose', as(name()))
    .option('--scopes <scopes>', 'what it may do, such as stories:read,stories:write, or all', asScopes)
    .addOption(new Option('--read-only', 'all read scopes').conflicts('scopes'))
    .option('--days <days>', 'its lifetime, 1 to 365', asNumber(1, 365), DEFAULT_TOKEN_DAYS)
    .option('--teams <codes>', 'restrict it to these teams, such as ENG,OPS', asList)
    .action((options: NewTokenOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { token, shown, isUnlimited } = await makeToken(operations, options);
        if (isUnlimited)
          writeError(
            'The token has every scope that its holder can have. Limit tokens by --read-only or --scopes.\n',
          );
        if (output.json) return output.record({ ...shown, token }, {});
        output.record(shown, fields);
        output.done('Created the token. Save it now: it is shown only once, and only its hash is stored.');
        writeOutput(`${token}\n`);
      }),
    );

  ofHolder('list', 'list the tokens of one principal, or of everyone').action((options: TokensOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.list(await tokensOf(operations, options), columns, 'There are no tokens yet.');
    }),
  );

  command('show <id>', 'show a token, by its id from the list').action((id: string, options: TokensOptions) =>
    withWorkspace(options, async ({ operations, output }) => {
      output.record(await findToken(operations, id), fields);
    }),
  );

  command('revoke <id>', 'revoke a token immediately')
    .alias('delete')
    .option('-y, --yes', 'skip the confirmation')
    .action((id: string, options: TokensOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const token = await findToken(operations, id);
        if (token.revokedAt === null) {
          await confirm(`The token ${token.name} of ${token.holder} stops working.`, options.yes ?? false);
          await revoke(operations, token);
        }
        output.done(`Revoked the token ${token.name} of ${token.holder}.`);
        if (output.json) output.record(await findToken(operations, id), fields);
      }),
    );
}

interface Holder {
  id: string;
  kind: 'user' | 'serviceAccount';
  name: string;
}

async function findHolder(
  operations: WorkspaceOperations,
  { member, serviceAccount }: TokensOptions,
): Promise<Holder | undefined> {
  if (member !== undefined) {
    const { id, email, name } = await resolveMember(operations, member);
    return { id, kind: 'user', name: email ?? name };
  }
  if (serviceAccount === undefined) return undefined;
  const { id, name } = await findServiceAccount(operations, serviceAccount);
  return { id, kind: 'serviceAccount', name };
}

async function makeToken(operations: WorkspaceOperations, options: NewTokenOptions) {
  const holder = await findHolder(operations, options);
  if (!holder) throw new UsageError("Set the token's holder with --member or --service-account.");
  const possible = holder.kind === 'user' ? allScopes : serviceAccountScopes;
  const readable = possible.filter((scope) => readScopes.includes(scope));
  const teams = options.teams && (await findTeams(operations, options.teams));
  const scopes = options.scopes ?? (options.readOnly ? readable : [...possible]);
  const body = {
    name: options.name,
    scopes,
    expiresAt: new Date(Date.now() + options.days * DAY_MS).toISOString(),
    ...(teams ? { teamRestriction: teams.map(({ id }) => id) } : {}),
  };
  const { data, secret } =
    holder.kind === 'user'
      ? await operations.runForSecret(createToken, { body: { ...body, memberId: holder.id } })
      : await operations.runForSecret(createServiceAccountKey, {
          path: { serviceAccountId: holder.id },
          body,
        });
  return {
    token: secret,
    shown: await withTeams(operations, toShown(data, holder.name)),
    isUnlimited: !options.scopes && !options.readOnly,
  };
}

async function tokensOf(operations: WorkspaceOperations, options: TokensOptions): Promise<ListedToken[]> {
  const one = await findHolder(operations, options);
  const holders = one ? [one] : await everyone(operations);
  const lists: ListedToken[][] = [];
  for (const { id, kind, name } of holders) {
    const tokens =
      kind === 'user'
        ? await operations.list(listTokens, { query: { memberId: id } })
        : await operations.list(listServiceAccountKeys, { path: { serviceAccountId: id } });
    lists.push(tokens.map((token) => toShown(token, name)));
  }
  return lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function everyone(operations: WorkspaceOperations): Promise<Holder[]> {
  const [members, accounts] = await Promise.all([
    operations.list(listMembers),
    operations.list(listServiceAccounts),
  ]);
  return [
    ...members.map(({ id, email, name }) => ({ id, kind: 'user' as const, name: email ?? name })),
    ...accounts.map(({ id, name }) => ({ id, kind: 'serviceAccount' as const, name })),
  ];
}

async function findToken(operations: WorkspaceOperations, id: string): Promise<ListedToken> {
  const token = await operations.run(getToken, { body: { tokenId: id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandError(
      `There is no token ${id} in ${operations.workspace.slug}; see plotline tokens list.`,
    );
  });
  const holder = (await everyone(operations)).find((one) => one.id === token.principalId);
  return await withTeams(operations, toShown(token, holder?.name));
}

const revoke = (operations: WorkspaceOperations, { id, principalId, principalType }: Token) =>
  principalType === 'user'
    ? operations.run(revokeToken, { path: { tokenId: id } })
    : operations.run(revokeServiceAccountKey, { path: { serviceAccountId: principalId, keyId: id } });

async function withTeams(operations: WorkspaceOperations, token: ListedToken): Promise<ListedToken> {
  const { teamRestriction } = token;
  if (teamRestriction === null) return { ...token, teams: null };
  const teams = (await operations.list(listTeams)).filter(({ id }) => teamRestriction.includes(id));
  return { ...token, teams: teams.map(({ id, code, name }) => ({ id, code, name })) };
}

/** Tokens end with their holder's membership, so one without a holder has ended. */
function toShown(token: Token, holder: string | undefined): ListedToken {
  const isExpired = token.expiresAt <= new Date().toISOString();
  const state = token.revokedAt || holder === undefined ? 'revoked' : isExpired ? 'expired' : 'active';
  return { ...token, holder: holder ?? token.principalId, state };
}
