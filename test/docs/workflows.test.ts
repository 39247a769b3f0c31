import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { blocksOf, linksOf, textOf } from './docs-pages.ts';

/** The workflows as a reader runs them: the document of the service, by Redocly's runner. */
const { baseUrl } = sharedService();
const redocly = resolve(import.meta.dirname, '../../node_modules/.bin/redocly');
const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the runner writes of its runs, by file. */
interface Outcome {
  files: Record<string, { executedWorkflows: { workflowId: string; executedSteps: Step[] }[] }>;
}
interface Step {
  stepId: string;
  request?: { url: string };
  response?: { body?: unknown };
  checks: { name: string; passed: boolean; message?: string }[];
}

/** The outcome of each step: one that says it is repeated, as after `not yet`, has several. */
const lastAttempts = (steps: readonly Step[]): Step[] => [
  ...new Map(steps.map((step) => [step.stepId, step])).values(),
];

test('every workflow of the document runs as it says, step by step', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { token } = await workspace.person('admin', [team]);
  const document = await fetch(`${baseUrl}/arazzo.json`);
  expect(document.headers.get('content-type')).toBe('application/vnd.oai.workflows+json');
  const text = await document.text();
  writeFileSync(join(folder, 'arazzo.json'), text);
  const { workflows } = JSON.parse(text) as { workflows: { workflowId: string }[] };
  expect(workflows.length).toBeGreaterThanOrEqual(10);

  const input = {
    token,
    run: randomUUID(),
    code: 'FLOW',
    url: 'https://inbox.plotline.test/',
    changeSet: randomUUID(),
  };
  const parameters = ['respect', 'arazzo.json', '-i', JSON.stringify(input), '-J', 'outcome.json'];
  await promisify(execFile)(redocly, parameters, { cwd: folder }).catch(() => undefined);
  const { files } = JSON.parse(readFileSync(join(folder, 'outcome.json'), 'utf8')) as Outcome;
  const executed = files['arazzo.json']!.executedWorkflows;
  const failures = executed.flatMap(({ workflowId, executedSteps }) =>
    lastAttempts(executedSteps).flatMap(({ stepId, checks, request, response }) =>
      checks
        .filter(({ passed }) => !passed)
        .map(({ name, message }) => ({
          step: `${workflowId} ${stepId}`,
          name,
          message,
          url: request?.url,
          ...response,
        })),
    ),
  );
  expect(failures).toEqual([]);
  expect(executed.map(({ workflowId }) => workflowId)).toEqual(workflows.map(({ workflowId }) => workflowId));
});

test('the page of the workflows shows their steps and how they are run', async () => {
  const page = await (await fetch(`${baseUrl}/docs/workflows`, { headers: { accept: 'text/html' } })).text();
  expect(textOf(page)).toContain('Take back a group of writes');
  expect(page).toContain('<a href="/docs/changes/revertChangeSet">revertChangeSet</a>');
  const [{ text } = { text: '' }] = blocksOf(page, 'running-them');
  expect(text).toContain(`${baseUrl}/arazzo.json`);
  const [, list = ''] = /<section id="what-there-is">(.*?)<\/section>/s.exec(page)!;
  expect(linksOf(list).filter((link) => link.startsWith('#'))).toHaveLength(12);
});

test('each workflow that needs more than a token is run by the command that its page shows', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { token } = await workspace.person('admin', [team]);
  const page = await (await fetch(`${baseUrl}/docs/workflows`, { headers: { accept: 'text/html' } })).text();
  const [{ text: get } = { text: '' }] = blocksOf(page, 'running-them');
  const commands = blocksOf(page, 'step-by-step').map(({ text }) => text);
  expect(commands).toHaveLength(11);
  const further = commands.filter((text) => / (?:code|url|changeSet)=|createFirstStory/.test(text));
  expect(further).toHaveLength(4);
  const filled = [get, ...further].join('\n').replaceAll('npx @redocly/cli@2', redocly);
  const { stdout, stderr } = await promisify(execFile)('bash', ['-ec', filled], {
    cwd: folder,
    env: { ...process.env, TOKEN: token },
  });
  const printed = stdout + stderr;
  expect(printed.match(/Summary for/g), printed).toHaveLength(4);
  // A step that waits is shown as failed until it is repeated; a workflow that fails ends the script.
  expect(printed).not.toContain('is required');
});
