import { beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Team } from '../../shared/identity/team/team.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { connectUser } from '../support/connect.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { inspect } from './inspector.ts';

const service = sharedService();
const address = `${service.baseUrl}/mcp`;
let workspace: TestWorkspace;
let team: Team;
let person: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  person = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, person);
});

const call = (tool: string, args: object) => [
  '--method',
  'tools/call',
  '--tool-name',
  tool,
  '--tool-args-json',
  JSON.stringify(args),
];

describe('the Inspector with the address alone', () => {
  const asked = async (...parameters: string[]) => {
    const { code, stdout, stderr } = await inspect(address, [...parameters, '--format', 'json'], browser);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('/oauth/authorize?');
    return JSON.parse(stdout).result;
  };

  test('has its user sign in, and lists the tools', async () => {
    const { tools } = await asked('--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('create_story');
  });

  test('has its user sign in, and makes a story', async () => {
    const args = {
      workspaceId: workspace.id,
      teamId: team.id,
      title: 'Inspected',
      idempotencyKey: randomUUID(),
    };
    const { structuredContent } = await asked('--protocol-era', 'modern', ...call('create_story', args));
    const { json } = await person.client.get(`${workspace.path}/stories/${structuredContent.data.id}`);
    expect(json.data).toMatchObject({ title: 'Inspected', reporterId: person.id });
  });
});

test.each(['legacy', 'modern'])(
  'the Inspector finds no schema that some client would refuse (%s)',
  async (era) => {
    const { token } = await connectUser(person);
    const parameters = ['--method', 'tools/list', '--strict', '--protocol-era', era];
    const { code, stderr } = await inspect(address, [
      ...parameters,
      '--header',
      `Authorization: Bearer ${token}`,
    ]);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toMatch(/Warning|Error/);
  },
);

describe.each(['legacy', 'modern'])('the Inspector, on the %s wire,', (era) => {
  const inspected = async (...parameters: string[]) => {
    const { token } = await connectUser(person);
    const header = ['--header', `Authorization: Bearer ${token}`];
    const { code, stdout, stderr } = await inspect(address, [
      ...parameters,
      '--protocol-era',
      era,
      ...header,
    ]);
    expect(code, stderr).toBe(0);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

  test('finds each skill as its digests say', async () => {
    const reports = await inspected('--method', 'skills/list', '--verify', '--require-digests');
    expect(reports.map(({ name, outcome, conformance }) => [name, outcome, conformance])).toEqual(
      ['triage', 'sprint-planning', 'status-report', 'import-clean-up'].map((name) => [name, 'verified', []]),
    );
  });

  test('finds the pages of the tools that have one', async () => {
    const found = await inspected('--method', 'tools/list', '--app-info', '--advertise-apps');
    expect(found.filter(({ hasApp }) => hasApp)).toEqual(
      [
        ['list_stories', 'board'],
        ['list_objectives', 'roadmap'],
        ['analyze_sprint', 'burn-down'],
      ].map(([toolName, app]) =>
        expect.objectContaining({
          toolName,
          resourceUri: `ui://plotline/${app}`,
          resourceMimeType: 'text/html;profile=mcp-app',
          csp: { connectDomains: [], resourceDomains: [] },
        }),
      ),
    );
  });
});
