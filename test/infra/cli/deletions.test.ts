import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { allOperations } from '../../../shared/surface/registry.ts';
import { hookApi } from '../../hooks/hook-api.ts';
import { sharedService } from '../../support/service.ts';
import { switchIntakeOn } from '../../triage/triage-api.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

/** Every command that deletes what cannot be had back asks first, and without a terminal does nothing without `--yes`. */

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

const environment = () => ({ PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug });
const create = (...args: string[]) => runJson(args, { ...environment(), PLOTLINE_MEMBER: authorId });

let admin: Person;
let authorId: string;
let team: Team;
let teamCode: string;

beforeAll(async () => {
  team = await workspace.team();
  teamCode = team.code;
  admin = await workspace.person('admin', [team]);
  authorId = admin.id;
});

interface Deletion {
  /** The operation that it runs, if that is one of the API. */
  operation?: string;
  /** Creates what is to be deleted, and returns the arguments that name it. */
  make: () => Promise<string[]>;
}

const named = async (...args: string[]) => [(await create(...args)).id as string];
const inTeam = () => ['--team', teamCode];
const story = async () => (await create('stories', 'create', 'A story', ...inTeam())).reference as string;
const portal = async () => [(await create('portals', 'create', 'Ideas', '--slug', crypto.randomUUID())).slug];

const deletions: Record<string, Deletion> = {
  'members delete': {
    operation: 'removeMember',
    make: () => named('members', 'create', `${crypto.randomUUID()}@example.com`, '--name', 'Ada'),
  },
  'relations delete': {
    operation: 'deleteRelation',
    make: async () => {
      const pair = [await story(), 'blocks', await story()];
      await create('relations', 'create', ...pair);
      return pair;
    },
  },
  'views delete': { operation: 'deleteView', make: () => named('views', 'create', 'Urgent') },
  'objectives delete': {
    operation: 'deleteObjective',
    make: () => named('objectives', 'create', 'Grow', ...inTeam()),
  },
  'key-results delete': {
    operation: 'deleteKeyResult',
    make: async () => {
      const [objective] = await named('objectives', 'create', 'Grow', ...inTeam());
      return await named(
        'key-results',
        'create',
        'More',
        '--objective',
        objective!,
        '--measure',
        'number',
        '--target',
        '9',
      );
    },
  },
  'objective-updates delete': {
    operation: 'deleteObjectiveUpdate',
    make: async () => {
      const [objective] = await named('objectives', 'create', crypto.randomUUID(), ...inTeam());
      const text = ['--health', 'on_track', '--body', 'Fine'];
      const [id] = await named('objective-updates', 'create', objective!, ...text);
      return [objective!, id!, '--by', authorId];
    },
  },
  'sprints delete': {
    operation: 'deleteSprint',
    make: () =>
      named('sprints', 'create', 'Sprint', ...inTeam(), '--start', '2030-01-07', '--end', '2030-01-20'),
  },
  'templates delete': {
    operation: 'deleteStoryTemplate',
    make: () => named('templates', 'create', crypto.randomUUID(), ...inTeam()),
  },
  'stories delete': { operation: 'deleteStory', make: async () => [await story()] },
  'recurring delete': {
    operation: 'deleteRecurringStory',
    make: () =>
      named(
        'recurring',
        'create',
        crypto.randomUUID(),
        '--rule',
        'FREQ=WEEKLY;BYDAY=MO',
        '--by',
        authorId,
        ...inTeam(),
      ),
  },
  'time delete': {
    operation: 'deleteTimeEntry',
    make: async () => {
      const reference = await story();
      return [reference, ...(await named('time', 'log', reference, '30m')), '--by', authorId];
    },
  },
  'time-off delete': {
    operation: 'deleteTimeOff',
    make: async () => [
      authorId,
      ...(await named('time-off', 'create', authorId, '2030-12-24', '2030-12-31')),
    ],
  },
  'busy delete': {
    operation: 'deleteBusyTime',
    make: async () => [
      authorId,
      ...(await named('busy', 'create', authorId, '2030-12-24T13:00Z', '2030-12-24T14:00Z')),
    ],
  },
  'tokens revoke': {
    make: async () => {
      const made = await create('tokens', 'create', '--member', authorId, '--name', 'CI', '--read-only');
      return [made.id as string];
    },
  },
  'service-accounts delete': {
    operation: 'deleteServiceAccount',
    make: () => named('service-accounts', 'create', crypto.randomUUID(), '--teams', teamCode),
  },
  'hooks delete': {
    operation: 'deleteHook',
    make: async () => {
      const { id: serviceAccountId } = await workspace.serviceAccount([team]);
      const name = crypto.randomUUID();
      return [
        (
          await hookApi(workspace, admin.client).create({
            name,
            serviceAccountId,
            rules: [{ teamId: team.id }],
          })
        ).id,
      ];
    },
  },
  'triage address delete': {
    operation: 'deleteTriageAddress',
    make: async () => {
      const { code, id } = await workspace.team();
      await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: id, principalId: authorId });
      await switchIntakeOn(workspace, admin.client, { id });
      const path = `${workspace.path}/teams/${id}/triage-address`;
      expect((await admin.client.request('POST', path)).status).toBe(201);
      return [code];
    },
  },
  'portals delete': { operation: 'deletePortal', make: portal },
  'feedback-items delete': {
    operation: 'deleteFeedbackItem',
    make: async () => {
      const where = ['--portal', ...(await portal())];
      return [(await create('items', 'create', 'Dark mode', '--by', authorId, ...where)).slug, ...where];
    },
  },
  'feedback-updates delete': {
    operation: 'deleteFeedbackUpdate',
    make: async () => {
      const where = ['--portal', ...(await portal())];
      return [(await create('updates', 'create', 'It is here', ...where)).slug, ...where];
    },
  },
};

/** These ask too, which the tests of workspaces, of keys and of restores show. */
const testedElsewhere = ['workspaces delete', 'keys drop'];
/** What a single command undoes: joining a team again, banning, and linking again. */
const reversible = ['deleteStoryLink', 'removeTeamMember', 'removeServiceAccountTeam', 'unbanVisitor'];

const DELETES = /\b(delete|drop|remove|revoke|end|purge|prune|clear|erase|wipe|destroy|reset)s?\b/;

function leaves(command: Command, path: string[] = []): { name: string; command: Command }[] {
  if (command.commands.length === 0) return [{ name: path.join(' '), command }];
  return command.commands.flatMap((one) => leaves(one, [...path, one.name()]));
}

test('each command whose name says that it deletes something is in this list, and asks', async () => {
  const found = leaves(await createProgram()).filter(({ command }) =>
    [command.name(), ...command.aliases()].some((name) => DELETES.test(name)),
  );
  expect(found.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(deletions), ...testedElsewhere].sort(),
  );
  for (const { name, command } of found) {
    const flags = command.options.map(({ long }) => long);
    expect(flags.includes('--yes') || flags.includes('--confirm'), name).toBe(true);
  }
});

test('no command runs an operation that deletes, except these', () => {
  const folder = resolve(import.meta.dirname, '../../../cli');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(resolve(folder, file), 'utf8'))
    .join('\n');
  const used = allOperations
    .filter(({ id, method }) => method === 'DELETE' && new RegExp(`import .*\\b${id}\\b`).test(sources))
    .map(({ id }) => id)
    .filter((id) => !reversible.includes(id));
  const known = Object.values(deletions).flatMap(({ operation }) => operation ?? []);
  expect(used.sort()).toEqual(known.sort());
});

test('finishing a restore deletes records of later changes, and asks', async () => {
  const finished = await runCli(['restore-finish', '--restored-to', '2026-11-20T09:30:00Z'], environment());
  expect(finished).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') });
});

test.each(Object.entries(deletions))('%s does nothing without --yes', async (name, { make }) => {
  const env = { ...environment(), PLOTLINE_MEMBER: authorId };
  const args = [...name.split(' '), ...(await make())];
  const unasked = await runCli(args, env);
  expect(unasked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('add --yes') });
  // What is to be deleted is still there.
  const { code, stderr } = await runCli([...args, '--yes'], env);
  expect([code, stderr]).toEqual([0, '']);
});
