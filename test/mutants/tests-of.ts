import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Test files that look at the behaviour of a folder beside those of the folder of its name. */
const beside: Record<string, readonly string[]> = {
  'shared/core': ['test/lib', 'test/api', 'test/stories', 'test/workspaces', 'test/public-portals'],
  'shared/db': ['test/api', 'test/stories', 'test/faults/races.test.ts', 'test/faults/bulk.test.ts'],
  'shared/net': ['test/webhooks'],
  'shared/auth': ['test/workspaces', 'test/tokens', 'test/oauth', 'test/service-accounts', 'test/members'],
  'shared/api/operation': ['test/stories', 'test/labels', 'test/workspaces'],
  'shared/api/http': [
    'test/system',
    'test/workspaces',
    'test/stories/bad-input.test.ts',
    'test/public-portals',
  ],
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
  functions: [
    'test/system',
    'test/workspaces',
    'test/labels',
    'test/sprints',
    'test/comments',
    'test/deliveries',
    'test/mcp',
    'test/oauth',
    'test/public-portals',
    'test/infra/stacks.test.ts',
  ],
  infra: ['test/infra/stacks.test.ts', 'test/infra/events.test.ts', 'test/infra/webhook-stack.test.ts'],
  'infra/constructs': [
    'test/infra/stacks.test.ts',
    'test/infra/events.test.ts',
    'test/infra/webhook-stack.test.ts',
  ],
  'infra/local': ['test/infra/local'],
  'infra/cli': ['test/infra/cli'],
};
/** What every operation is held to. */
const sweeps = ['test/policy', 'test/api', 'test/writes'];
/** They take minutes, and look at what others look at too. */
const LEFT_OUT =
  /^test\/(browser|bench|commands|mutants|docs\/pasting|faults\/writes|mcp\/(inspector|conformance|fuzz))/;

const expand = (root: string, path: string): string[] =>
  path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`, { cwd: root }).sort();

/**
 * The test files that can see a source file, those first that are likeliest to: who imports it, who is named like
 * it, the folder of its name, what stands beside that, and the sweeps over all operations.
 */
export function testsOf(root: string, file: string, extra: readonly string[] = []): string[] {
  const name = basename(file, '.ts');
  const folder = dirname(file);
  const mirrored = folder.startsWith('infra') ? `test/${folder}` : folder.replace(/^\w+/, 'test');
  const above = folder.split('/').slice(0, 2).join('/');
  const importers = expand(root, 'test').filter((test) =>
    readFileSync(resolve(root, test), 'utf8').includes(`/${file}'`),
  );
  const own = folder === 'functions' || folder === 'infra' ? [] : expand(root, mirrored);
  const named = expand(root, 'test').filter((test) => basename(test).startsWith(`${name}.`));
  const others = [...(beside[folder] ?? []), ...(beside[above] ?? [])].flatMap((path) => expand(root, path));
  const swept = file.startsWith('infra/') ? [] : sweeps.flatMap((path) => expand(root, path));
  const ordered = [...importers, ...named, ...own, ...extra, ...others, ...swept];
  return [...new Set(ordered)].filter((test) => !LEFT_OUT.test(test) && !test.endsWith('.unit.test.ts'));
}
