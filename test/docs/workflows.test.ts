import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { blocksOf, linksOf } from './docs-pages.ts';

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

/** The page as a reader gets it. */
const readPage = async (): Promise<string> =>
  (await fetch(`${baseUrl}/docs/workflows`, { headers: { accept: 'text/html' } })).text();

/** The blocks of each workflow, by its id: its requests, and the command that runs it. */
const blocksOfWorkflows = (page: string) => {
  const [, list = ''] = /<section id="what-there-is">(.*?)<\/section>/s.exec(page)!;
  const ids = linksOf(list).flatMap((link) => (link.startsWith('#') ? [link.slice(1)] : []));
  return ids
    .filter((id) => id !== 'what-there-is')
    .map((id) => {
      const [requests, command, ...others] = blocksOf(page, id).map(({ text }) => text);
      expect(others).toEqual([]);
      return { id, requests: requests!, command: command! };
    });
};

/** An admin of a workspace with a team, as the page asks for. */
async function newAdmin(): Promise<string> {
  const workspace = await newWorkspace();
  return (await workspace.person('admin', [await workspace.team()])).token;
}

test('the page of the workflows lists them, and shows their steps', async () => {
  const page = await readPage();
  expect(page).toContain('<a href="/docs/changes/revertChangeSet">revertChangeSet</a>');
  const [{ text } = { text: '' }] = blocksOf(page, 'running-them');
  expect(text).toContain(`${baseUrl}/arazzo.json`);
  expect(blocksOfWorkflows(page)).toHaveLength(11);
  const [, navigation = ''] = /<nav class="wide-only"(.*?)<\/nav>/s.exec(page)!;
  expect(linksOf(navigation)).toContain('#planSprint');
  expect(page).toContain('<h2>Plan a sprint ');
});

interface ArazzoStep {
  operationId: string;
  successCriteria: { condition: string }[];
}

test('the requests that the page shows are answered as each step says, with values of the steps before', async () => {
  const token = await newAdmin();
  const document = (await (await fetch(`${baseUrl}/arazzo.json`)).json()) as {
    workflows: { workflowId: string; steps: ArazzoStep[] }[];
  };
  const shown = blocksOfWorkflows(await readPage());
  const outcomes = [];
  for (const { id, requests } of shown) {
    // Each request is quiet, and the shell's next prompt begins on a line of its own; the last `-w` is the one that counts.
    const script = `curl() { command curl "$@" -w '%{stderr}%{http_code}\\n'; }\n${requests}`;
    expect(requests, id).toMatch(/^setopt interactivecomments 2>\/dev\/null \|\| true\n/);
    for (const [request] of requests.matchAll(/.*curl .*/g))
      expect(request, id).toMatch(/[(]curl -sf? "?|^(?:until )?curl -sf? -w '\\n' /);
    const { stderr } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      env: { ...process.env, TOKEN: token },
    });
    // A step that waits is repeated after each 404.
    const statuses = stderr.match(/^\d{3}$/gm)!.map(Number);
    outcomes.push([id, statuses.filter((status) => status !== 404)]);
  }
  const declared = document.workflows.map(({ workflowId, steps }) => [
    workflowId,
    steps.map(({ successCriteria }) => Number(/\d+/.exec(successCriteria[0]!.condition))),
  ]);
  expect(outcomes).toEqual(declared);
  const [first] = shown;
  expect(first!.requests).toContain(
    `TEAM_ID=$(curl -s "${baseUrl}/api/v1/workspaces/$WORKSPACE_ID/teams?limit=1"`,
  );
});

test('each workflow that needs more than a token is run by the command that its page shows', async () => {
  const token = await newAdmin();
  const page = await readPage();
  const [{ text: get } = { text: '' }] = blocksOf(page, 'running-them');
  const commands = blocksOfWorkflows(page).map(({ command }) => command);
  const further = commands.filter((text) => / (?:code|url|changeSet)=|createFirstStory/.test(text));
  expect(further).toHaveLength(4);
  const filled = [get, ...further].join('\n').replaceAll('npx @redocly/cli@2', redocly);
  const { stdout, stderr } = await promisify(execFile)('bash', ['-ec', filled], {
    cwd: folder,
    env: { ...process.env, TOKEN: token },
  });
  const printed = stdout + stderr;
  // Four, and the one that stands for all above them.
  expect(printed.match(/Summary for/g), printed).toHaveLength(5);
  // A step that waits is shown as failed until it is repeated; a workflow that fails ends the script.
  expect(printed).not.toContain('is required');
});

test('the page of workflows as Markdown leads to its own places in Markdown too', async () => {
  const address = `${baseUrl}/docs/workflows`;
  const text = await (await fetch(`${address}.md`)).text();
  expect(text).toContain(`${address}.md#createFirstStory`);
  expect(text).not.toContain(`${address}#`);
});
