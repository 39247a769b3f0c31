import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { allOperations } from '../../shared/registry.ts';

/** Test files that look at the behaviour of a folder beside those of the folder of its name. */
const beside: Record<string, readonly string[]> = {
  'shared/core': ['test/api', 'test/stories', 'test/workspaces', 'test/public-portals'],
  'shared/db': ['test/api', 'test/stories', 'test/faults/races.test.ts', 'test/faults/bulk.test.ts'],
  'shared/net': ['test/webhooks'],
  'shared/auth': ['test/workspaces', 'test/tokens', 'test/oauth', 'test/service-accounts', 'test/members'],
  'shared/api/operation': ['test/mcp/tools.test.ts', 'test/stories', 'test/labels', 'test/workspaces'],
  'shared/api/http': ['test/system', 'test/stories/bad-input.test.ts', 'test/workspaces'],
  'shared/api/openapi': ['test/api/openapi.test.ts', 'test/system', 'test/docs/pages.test.ts'],
  'shared/api/mcp': ['test/mcp'],
  'shared/api/bulk': ['test/stories', 'test/faults/bulk.test.ts'],
  'shared/mcp': ['test/mcp'],
  'shared/pages': ['test/public-portals', 'test/accounts', 'test/docs/pages.test.ts'],
  'shared/counts': [
    'test/projections',
    'test/faults/counting.test.ts',
    'test/analysis',
    'test/objectives',
    'test/sprints',
  ],
  'shared/projections': [
    'test/faults/counting.test.ts',
    'test/faults/counting-days.test.ts',
    'test/deliveries',
    'test/cascades',
    'test/infra/events.test.ts',
  ],
  'shared/deliveries': ['test/webhooks', 'test/faults/deliveries.test.ts', 'test/faults/redelivery.test.ts'],
  'shared/webhooks': ['test/deliveries'],
  'shared/rate-limits': [
    'test/accounts/sign-in-rate-limit.test.ts',
    'test/public-portals/visitors.test.ts',
    'test/oauth',
  ],
  'shared/markdown': ['test/public-portals', 'test/docs/pages.test.ts'],
  'shared/groups': ['test/api', 'test/system'],
  'shared/statuses': ['test/cascades', 'test/stories'],
  'shared/teams': ['test/cascades', 'test/team-members', 'test/stories/list-stories.test.ts'],
  'shared/portals': ['test/cascades', 'test/public-portals', 'test/feedback'],
  'shared/updates': ['test/public-portals'],
  'shared/feedback': ['test/public-portals', 'test/projections'],
  'shared/members': ['test/team-members', 'test/accounts', 'test/teams'],
  'shared/tokens': ['test/service-accounts', 'test/workspaces'],
  'shared/accounts': ['test/oauth'],
  'shared/cascades': ['test/teams', 'test/statuses', 'test/stories', 'test/portals'],
  'shared/stories': [
    'test/mcp/story-tools.test.ts',
    'test/mcp/story-references.test.ts',
    'test/comments',
    'test/cascades',
  ],
  'shared/objectives': ['test/key-results'],
  'functions/comments': ['test/comments/get-comment.test.ts'],
  'functions/feedback': ['test/feedback'],
  'functions/mcp': [
    'test/mcp/send-mcp-message.test.ts',
    'test/mcp/log.test.ts',
    'test/mcp/acceptance.test.ts',
  ],
  'functions/oauth': [
    'test/oauth/flow.test.ts',
    'test/oauth/metadata.test.ts',
    'test/oauth/conformance.test.ts',
  ],
  'functions/planning': ['test/sprints/get-sprint.test.ts', 'test/objectives/get-objective.test.ts'],
  'functions/portals': [
    'test/portals',
    'test/public-portals/feedback-page.test.ts',
    'test/accounts/sign-in.test.ts',
  ],
  'functions/projector': ['test/projections'],
  'functions/public': ['test/system', 'test/docs/pages.test.ts'],
  'functions/stories': ['test/stories/get-story.test.ts'],
  'functions/webhook-delivery': ['test/deliveries'],
  'functions/webhook-dispatcher': ['test/deliveries'],
  'functions/job-runner': ['test/jobs'],
  'functions/webhook-sweeper': ['test/deliveries'],
  'functions/webhooks': ['test/webhooks/get-webhook.test.ts'],
  'functions/workspace': ['test/workspaces', 'test/system'],
  infra: ['test/infra/stacks.test.ts', 'test/infra/events.test.ts', 'test/infra/webhook-stack.test.ts'],
  'infra/constructs': [
    'test/infra/stacks.test.ts',
    'test/infra/events.test.ts',
    'test/infra/webhook-stack.test.ts',
  ],
  'infra/local': ['test/infra/local'],
  'infra/cli/import': ['rows', 'values', 'files', 'planning'].map(
    (part) => `test/infra/cli/import-${part}.test.ts`,
  ),
  'infra/cli': [
    ...['nouns', 'stories', 'planning', 'feedback', 'member-accounts', 'webhooks'],
    ...['one-domain', 'recount', 'stack-table'],
  ].map((part) => `test/infra/cli/${part}.test.ts`),
};
/** What every operation is held to. */
export const sweeps = ['test/writes/sweeps.test.ts', 'test/policy/rights.test.ts', 'test/api/sweeps.test.ts'];
/** Operations that stand for all where a mutant is in none of theirs. */
const SOME = ['createLabel', 'updateLabel', 'archiveLabel', 'deleteSprint', 'listSprints', 'createToken'];
/** They take minutes, and look at what others look at too. */
const LEFT_OUT =
  /^test\/(browser|bench|commands|mutants|docs\/pasting|faults\/writes|mcp\/(inspector|conformance|fuzz))/;

const expand = (root: string, path: string): string[] =>
  path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`, { cwd: root }).sort();

/** As many test files as are run for one mutant, the closest first. */
const MAX_FILES = 10;

/**
 * The test files that are closest to a source file, those first that are likeliest to notice: who imports it, who is
 * named like it, the folder of its name, and what stands beside that.
 */
export function testsOf(root: string, file: string): string[] {
  const name = basename(file, '.ts');
  const folder = dirname(file);
  const mirrored = folder.startsWith('infra') ? `test/${folder}` : folder.replace(/^\w+/, 'test');
  const above = folder.split('/').slice(0, 2).join('/');
  const all = expand(root, 'test').filter((test) => !LEFT_OUT.test(test) && !test.endsWith('.unit.test.ts'));
  const importers = all.filter((test) => readFileSync(resolve(root, test), 'utf8').includes(`/${file}'`));
  const named = all.filter((test) => basename(test).startsWith(`${name}.`));
  const own = /^(functions|infra|infra\/cli)$/.test(folder)
    ? []
    : all.filter((test) => dirname(test) === mirrored);
  const near = beside[`${folder}/${name}`] ?? beside[folder] ?? beside[above] ?? [];
  const others = near.flatMap((path) => all.filter((test) => test === path || test.startsWith(`${path}/`)));
  return [...new Set([...importers, ...named, ...own, ...others])].slice(0, MAX_FILES);
}

/** The unit tests that import a source file, directly or through others. */
export function unitTestsOf(root: string, file: string): string[] {
  const units = [
    ...expand(root, 'test').filter((test) => test.endsWith('.unit.test.ts')),
    'test/policy/policy.test.ts',
  ];
  return units.filter((test) => reaches(root, test, file, new Set()));
}

function reaches(root: string, from: string, file: string, seen: Set<string>): boolean {
  if (from === file) return true;
  if (seen.has(from) || !existsSync(resolve(root, from))) return false;
  seen.add(from);
  const imports = readFileSync(resolve(root, from), 'utf8').matchAll(
    /^import (?!type).*? from '(\.[^']+)';$/gms,
  );
  return [...imports].some(([, path]) => reaches(root, join(dirname(from), path!), file, seen));
}

/** Which operations the sweeps try for a mutant: those of its folder, or some that stand for all. */
export function sweptOperations(root: string, file: string): string[] {
  if (!file.startsWith('shared/')) return [];
  const siblings = readdirSync(resolve(root, dirname(file))).map((name) => basename(name, '.ts'));
  const own = allOperations.filter(({ id }) => siblings.includes(kebab(id))).map(({ id }) => id);
  const named = own.filter((id) => kebab(id) === basename(file, '.ts'));
  return named.length > 0 ? named : own.length > 0 ? own : SOME;
}

const kebab = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
