import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { keyringOf } from '../../../infra/local/invoke-token.ts';
import { startLocal } from '../../../infra/local/start.ts';
import { synthesize } from '../../../infra/local/template/synth.ts';
import type { Progress } from '../progress.ts';
import { median } from '../statistics.ts';
import { planeTools } from './plane.ts';
import { agentTasks, runTask, type TaskResult } from './run-task.ts';
import { newWorld } from './world.ts';
import { fetchPatiently } from '../patient-fetch.ts';

export interface AgentResults {
  tasks: readonly TaskResult[];
  /** Of the list of tools, which a model reads before its first call. */
  listTokens: number;
}

/** Runs the written tasks of an agent one by one; the first `most` of them. */
export async function measureAgents(most: number, progress: Progress): Promise<AgentResults> {
  const home = mkdtempSync(join(tmpdir(), 'plotline-bench-'));
  const assembly = await synthesize(resolve(import.meta.dirname, '../../..'));
  const local = await startLocal({ home, port: 0, assembly, quiet: true });
  try {
    const service = { ...local, tableName: local.tableName(), keyring: await keyringOf(local) };
    const tasks: TaskResult[] = [];
    const wanted = agentTasks.slice(0, most);
    progress.start(wanted.length);
    for (const task of wanted) {
      tasks.push(await runTask(service, task));
      progress.step(task.says);
    }
    const { mcpToken } = await newWorld(service);
    return { tasks, listTokens: await tokensOfList(service.baseUrl, mcpToken) };
  } finally {
    progress.end();
    await local.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function tokensOfList(baseUrl: string, token: string): Promise<number> {
  const answer = await fetchPatiently(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await answer.json()) as { result: object };
  return encode(JSON.stringify(result)).length;
}

/** A row for each task, and below what all of them took. */
export function renderAgents({ tasks, listTokens }: AgentResults): string {
  const rows = tasks.map(({ task: { kind, says }, usage: { calls, tokens, bytes }, problems }) => {
    const row = [
      problems.length === 0 ? 'done' : 'NOT',
      kind,
      String(calls),
      String(tokens),
      String(bytes),
      says,
    ];
    return [
      row.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join(' '),
      ...problems.map((one) => `     ${one}`),
    ];
  });
  const head = ['', 'kind', 'calls', 'tokens', 'bytes', 'task'];
  return [
    head.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join(' '),
    ...rows.flat(),
    '',
    summaryOf({ tasks, listTokens }),
    '',
  ].join('\n');
}

const WIDTHS = [4, 10, 5, 6, 6];

/** All tasks in one line. */
export function summaryOf({ tasks, listTokens }: AgentResults): string {
  const done = tasks.filter(({ problems }) => problems.length === 0).length;
  const of = (what: 'calls' | 'tokens' | 'bytes') => median(tasks.map(({ usage }) => usage[what]));
  return `${done} of ${tasks.length} done; median ${of('calls')} calls, ${of('tokens')} tokens, ${of('bytes')} bytes; tools/list ${listTokens} tokens (Plane's ${planeTools.version}: ${planeTools.tokens}, ${planeTools.tools} tools)`;
}
