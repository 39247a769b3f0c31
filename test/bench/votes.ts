import { renderTable } from '../../cli/core/output.ts';
import { startLocal } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { castSteadily, TRANSACTION_MS } from '../support/cast-votes.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import { allVotes } from '../support/votes.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { openDatabase } from './fixture.ts';
import { newTeam } from './new-team.ts';
import type { Progress } from './progress.ts';
import { fetchPatiently } from './patient-fetch.ts';

interface VotesResult {
  votes: number;
  perSecond: number;
  stored: number;
  counted: number;
  /** From the last vote until all were counted, in milliseconds. */
  countMs: number;
}

/**
 * Has people vote for one idea, two hundred a second, over a proxy that lets transactions conflict as on AWS, and measures how
 * long the stream takes to count them.
 */
export const measureVotes = (votes: number, progress: Progress): Promise<VotesResult> =>
  inBenchFolder(async (home, ends) => {
    progress.start(1);
    ends.push(() => progress.end());
    const proxy = await startProxy();
    ends.push(() => proxy.stop());
    const local = await startLocal({ home, port: 0, assembly: await synthesize(ROOT), quiet: true });
    ends.push(() => local.stop());
    proxy.target = local.dynamodbEndpoint;
    const { workspaceId, token } = await newTeam(local);
    const call = async <T>(path: string, body?: object): Promise<T> => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() };
      const answer = await fetchPatiently(
        `${local.baseUrl}/api/v1/workspaces/${workspaceId}/portals${path}`,
        {
          headers: { ...headers, 'content-type': 'application/json' },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        },
      );
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { data: T }).data;
    };
    const portal = await call<{ id: string; boards: { id: string }[] }>('', {
      name: 'Bench',
      boards: [{ name: 'Ideas' }],
    });
    const idea = { title: 'Wanted by all', boardId: portal.boards[0]!.id };
    const { id } = await call<{ id: string }>(`/${portal.id}/items`, idea);

    progress.step(`${votes} votes`);
    proxy.transactionMs = TRANSACTION_MS;
    const address = { ...local, tableName: local.tableName() };
    const database = openDatabase({ ...address, dynamodbEndpoint: proxy.endpoint });
    ends.push(() => database.client.destroy());
    const began = performance.now();
    await castSteadily(database, id, votes);
    const castAt = performance.now();
    await local.streamsIdle();
    const countMs = performance.now() - castAt;
    const { voteCount } = await call<{ voteCount: number }>(`/${portal.id}/items/${id}`);
    const stored = (await allVotes(createReader(database), id)).length;
    return { votes, perSecond: votes / ((castAt - began) / 1_000), stored, counted: voteCount, countMs };
  });

/** The result as a table for a terminal. */
export function renderVotes({ votes, perSecond, stored, counted, countMs }: VotesResult): string {
  const headings = ['votes for one idea', 'a second', 'stored', 'counted', 'after the last one, s'];
  const row = [votes, perSecond.toFixed(0), stored, counted, (countMs / 1_000).toFixed(1)].map(String);
  return `${renderTable([...headings, 'verdict'], [[...row, verdictOfVotes({ votes, stored, counted })]])}\n`;
}

/** Whether all votes are stored and counted. */
export const verdictOfVotes = ({
  votes,
  stored,
  counted,
}: Pick<VotesResult, 'votes' | 'stored' | 'counted'>) =>
  stored === votes && counted === votes ? 'met' : 'missed';
