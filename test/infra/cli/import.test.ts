import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { fileWith, homeOf, runCli, runJson, startCli } from './cli.ts';
import type { Proposal } from '../../support/real-data.ts';
import { makeProposals } from './fixture/proposals.ts';
import { actualLines, countGaps, expectedLines, peps, readImported } from './imported.ts';

const sources: [string, () => string][] = [
  ['made-up proposals', () => JSON.stringify(makeProposals(240))],
  ...(existsSync(peps)
    ? ([['the real proposals', () => readFileSync(peps, 'utf8')]] as [string, () => string][])
    : []),
];

const options = [
  '--map',
  'team=topic|type|"Other"',
  '--map',
  'key=number',
  '--map',
  'parent=requires|replaces',
  '--status-map',
  '"April Fool!"=cancelled,Draught=backlog',
  '--create',
  'teams',
];

describe.each(sources)('stories from %s', (_, read) => {
  async function setUp() {
    const workspace = await newWorkspace();
    const admin = await workspace.person('admin');
    const text = read();
    return {
      admin,
      proposals: JSON.parse(text) as Proposal[],
      args: ['import', '--yes', fileWith('proposals.json', text), ...options],
      env: { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: admin.token },
      imported: () => readImported(admin.client, workspace.path),
    };
  }

  test('are created with team, status and parent; again, nothing changes', async () => {
    const { args, env, proposals, imported } = await setUp();
    const rows = proposals.length;
    const plan = await runJson([...args, '--dry-run'], env);
    expect(plan).toMatchObject({ rows, refusals: [] });
    // Of several topics, or parents, the first is taken.
    expect(new Set(plan.warnings.map(({ code }: { code: string }) => code))).toEqual(new Set(['chosen']));
    expect((await imported()).stories).toEqual([]);

    const first = await runJson(args, env);
    expect(first).toMatchObject({ rows, created: rows, present: 0, refused: 0, open: 0 });
    const before = await imported();
    expect(actualLines(before)).toEqual(expectedLines(proposals));
    expect(countGaps(before.stories)).toBe(0);

    const second = await runJson(args, env);
    expect(second).toMatchObject({ created: 0, present: rows, refused: 0, made: [] });
    const after = await imported();
    expect(after.stories).toEqual(before.stories);
  });

  test('are all there once after a kill half way and a second run', async () => {
    const { args, env, proposals, imported } = await setUp();
    const concurrency = 8;
    const rows = proposals.length;
    const { child, ended, says } = startCli([...args, '--concurrency', String(concurrency)], env);
    await says(new RegExp(`^${rows / 2} of ${rows}`, 'm'));
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');

    const second = await runJson(args, env);
    expect(second.created + second.present).toBe(rows);
    expect(second.present).toBeGreaterThanOrEqual(rows / 2);
    const { stories, ...rest } = await imported();
    expect(actualLines({ stories, ...rest })).toEqual(expectedLines(proposals));
    // A request under way at the kill may still run while the second run repeats it; one of the two loses.
    expect(countGaps(stories)).toBeLessThanOrEqual(concurrency);
  });

  test('go on after Ctrl-C, which ends what is under way and says how', async () => {
    const { args, env, proposals, imported } = await setUp();
    const { child, ended, says } = startCli(args, env);
    const rows = proposals.length;
    await says(new RegExp(`^${rows / 5} of ${rows}`, 'm'));
    child.kill('SIGINT');
    const { code, stderr, stdout } = await ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/Finishing requests in progress/);
    expect(stderr).toMatch(/\d+ rows remain\. Run the same command again/);
    const [, created] = new RegExp(`${rows} +(\\d+) +0 +0 +\\d+`).exec(stdout) ?? [];
    const there = await imported();
    expect(there.stories).toHaveLength(Number(created));

    const { code: secondCode } = await runCli(args, env);
    expect(secondCode).toBe(0);
    const { stories, ...rest } = await imported();
    expect(actualLines({ stories, ...rest })).toEqual(expectedLines(proposals));
    expect(countGaps(stories)).toBe(0);
  });
});
