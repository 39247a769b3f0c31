import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { allOperations } from '../../shared/surface/registry.ts';

/** Test files that look at the behaviour of a folder beside those of the folder of its name. */
const beside: Record<string, readonly string[]> = {
  'shared/kernel/core': ['test/api', 'test/stories', 'test/workspaces', 'test/public-portals'],
  'shared/kernel/db': ['test/api', 'test/stories', 'test/faults/races.test.ts', 'test/faults/bulk.test.ts'],
  'shared/kernel/net': ['test/webhooks'],
  'shared/kernel/auth': [
    'test/workspaces',
    'test/tokens',
    'test/oauth',
    'test/service-accounts',
    'test/members',
  ],
  'shared/kernel/api/operation': ['test/mcp/tools.test.ts', 'test/stories', 'test/labels', 'test/workspaces'],
  'shared/kernel/api/http': ['test/system', 'test/stories/bad-input.test.ts', 'test/workspaces'],
  'shared/kernel/api/openapi': ['test/api/openapi.test.ts', 'test/system', 'test/docs/pages.test.ts'],
  'shared/kernel/api/mcp': ['test/mcp'],
  'shared/kernel/api/bulk': ['test/stories', 'test/faults/bulk.test.ts'],
  'shared/surface/mcp': ['test/mcp'],
  'shared/kernel/html': ['test/public-portals', 'test/accounts', 'test/docs/pages.test.ts'],
  'shared/planning/counts': [
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
    'test/infra/events.test.ts',
  ],
  'shared/events/deliveries': [
    'test/webhooks',
    'test/faults/deliveries.test.ts',
    'test/faults/redelivery.test.ts',
  ],
  'shared/events/webhooks': ['test/deliveries'],
  'shared/planning/scheduling': ['test/planner', 'test/schedule', 'test/working-time'],
  'shared/events/subscriptions': ['test/event-subscriptions'],
  'shared/kernel/slots': ['test/deliveries', 'test/jobs'],
  'shared/kernel/rate-limits': [
    'test/accounts/sign-in-rate-limit.test.ts',
    'test/public-portals/visitors.test.ts',
    'test/oauth',
  ],
  'shared/feedback/markdown': ['test/public-portals', 'test/docs/pages.test.ts'],
  'shared/surface/groups': ['test/api', 'test/system'],
  'shared/identity/statuses': ['test/stories'],
  'shared/identity/teams': ['test/team-members', 'test/stories/list-stories.test.ts'],
  'shared/feedback/portals': ['test/public-portals', 'test/feedback'],
  'shared/feedback/updates': ['test/public-portals'],
  'shared/feedback/items': ['test/public-portals', 'test/projections'],
  'shared/identity/members': ['test/team-members', 'test/accounts', 'test/teams'],
  'shared/identity/tokens': ['test/service-accounts', 'test/workspaces'],
  'shared/pages/accounts': ['test/oauth'],
  'shared/planning/stories': [
    'test/mcp/story-tools.test.ts',
    'test/mcp/story-references.test.ts',
    'test/comments',
  ],
  'shared/planning/objectives': ['test/key-results'],
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
  'functions/job-worker': ['test/jobs'],
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
  'cli/import': ['rows', 'values', 'files', 'planning', 'relations', 'history', 'patience'].map(
    (part) => `test/infra/cli/import-${part}.test.ts`,
  ),
  cli: ['test/infra/cli'],
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

/**
 * The test files that are closest to a source file, those first that are likeliest to notice: who imports it, who is
 * named like it, the folder of its name, and what stands beside that; among the last two, who names it most often.
 */
export function testsOf(root: string, file: string, most: number): string[] {
  const name = basename(file, '.ts');
  const folder = dirname(file);
  const mirrored = /^(infra|cli)/.test(folder)
    ? `test/${folder.replace(/^cli/, 'infra/cli')}`
    : folder.replace(/^shared\/\w+|^functions/, 'test');
  const above = folder
    .split('/')
    .slice(0, folder.startsWith('shared/') ? 3 : 2)
    .join('/');
  const all = expand(root, 'test').filter((test) => !LEFT_OUT.test(test) && !test.endsWith('.unit.test.ts'));
  const textOf = (test: string) => readFileSync(resolve(root, test), 'utf8');
  const mentions = (test: string) => countOf(textOf(test), name);
  const inOrder = (tests: string[]) => tests.toSorted((a, b) => mentions(b) - mentions(a));
  const importers = all.filter((test) => textOf(test).includes(`/${file}'`));
  const named = all.filter((test) => basename(test).startsWith(`${name}.`));
  const own = /^(functions|infra|cli)$/.test(folder) ? [] : all.filter((test) => dirname(test) === mirrored);
  const near = beside[`${folder}/${name}`] ?? beside[folder] ?? beside[above] ?? [];
  const others = near.flatMap((path) => all.filter((test) => test === path || test.startsWith(`${path}/`)));
  return [...new Set([...importers, ...named, ...inOrder(own), ...inOrder(others)])].slice(0, most);
}

/** How often a text has the name of a file, as the file, an operation or a command writes it. */
function countOf(text: string, name: string): number {
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [...text.matchAll(new RegExp(`\\b(${name}|${camel})`, 'gi'))].length;
}

/** How many imports away a unit test may be from what it is about, and not a check of the whole service. */
const NEAR = 3;

/**
 * The unit tests that import a source file, directly or through others, the nearest first. What happens inside a
 * function is left to those that are near; what a module makes when it loads, to all.
 */
export function unitTestsOf(
  root: string,
  { file, inFunction }: { file: string; inFunction: boolean },
): string[] {
  const units = [
    ...expand(root, 'test').filter((test) => test.endsWith('.unit.test.ts')),
    'test/policy/policy.test.ts',
  ];
  return units
    .map((test) => ({ test, steps: stepsTo(root, test, file) }))
    .filter(({ steps }) => steps <= (inFunction ? NEAR : Number.MAX_SAFE_INTEGER))
    .sort((a, b) => a.steps - b.steps)
    .map(({ test }) => test);
}

/** How many imports lead from one file to another. */
function stepsTo(root: string, from: string, file: string): number {
  const seen = new Set([from]);
  let files = [from];
  for (let steps = 0; files.length > 0; steps++) {
    if (files.includes(file)) return steps;
    const next = files.flatMap((one) => importsOf(root, one));
    files = [...new Set(next)].filter((one) => !seen.has(one));
    for (const one of files) seen.add(one);
  }
  return Infinity;
}

const imported = new Map<string, string[]>();

/** The files that a file imports when it runs; files change while mutants are tried, their imports do not. */
function importsOf(root: string, file: string): string[] {
  const known = imported.get(file);
  if (known) return known;
  const path = resolve(root, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const found = text.matchAll(/^import (?!type).*? from '(\.[^']+)';$/gms);
  const files = [...found].map(([, to]) => join(dirname(file), to!));
  imported.set(file, files);
  return files;
}

/** Which operations the sweeps try for a file: that of its name, those of its folder, or some that stand for all. */
export function sweptOperations(root: string, file: string, { orSome = true } = {}): string[] {
  if (!file.startsWith('shared/')) return [];
  const siblings = readdirSync(resolve(root, dirname(file))).map((name) => basename(name, '.ts'));
  const own = allOperations.filter(({ id }) => siblings.includes(kebab(id))).map(({ id }) => id);
  const named = own.filter((id) => kebab(id) === basename(file, '.ts'));
  return named.length > 0 ? named : own.length > 0 || !orSome ? own : SOME;
}

const kebab = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
