import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../shared/kernel/core/database.ts';
import { callApi, createProbeStory, until } from './api-call.ts';
import type { ProbeWorkspace } from './probe-workspace.ts';
import { checkWebhooks } from './webhook-round-trip.ts';
import { entityKey, gsi2, gsi6, inIndex } from '../../shared/kernel/db/table.ts';

/** An answer: `holds` is undefined where it cannot be asked here. */
export interface Verdict {
  question: string;
  found: string;
  holds: boolean | undefined;
}

/** The probed service and the access to it. */
export interface ProbeTarget {
  baseUrl: string;
  database: Database;
  workspace: ProbeWorkspace;
  /** Whether it is the service of this machine. */
  isLocal: boolean;
  /** The maximum delay of search and the changes feed after a write, in milliseconds. */
  lagMaxMs: number;
}

type Question = (probed: ProbeTarget) => Promise<Verdict>;

const SKEW_MAX_MS = 2_000;

/** The questions that only a deployment in an account can answer, in the order in which they are asked. */
export const questions: Question[] = [
  challengeHeader,
  errorsAtTheEdge,
  clocks,
  fullTextSearch,
  transactionalPut,
  streamLag,
  webhooks,
];

const notAskable = (question: string, why: string): Verdict => ({ question, found: why, holds: undefined });

async function challengeHeader({ baseUrl }: ProbeTarget): Promise<Verdict> {
  const answer = await fetch(`${baseUrl}/mcp`, { method: 'POST', body: '{}' });
  const challenge = answer.headers.get('www-authenticate');
  const renamed = answer.headers.has('x-amzn-remapped-www-authenticate');
  return {
    question: 'Does the challenge of a 401 keep its name?',
    found: `${answer.status}, ${challenge ? 'www-authenticate' : renamed ? 'renamed' : 'no challenge'}`,
    holds: answer.status === 401 && Boolean(challenge?.includes('resource_metadata=')),
  };
}

async function errorsAtTheEdge({ baseUrl }: ProbeTarget): Promise<Verdict> {
  const question = 'Does the edge leave errors uncached?';
  const ask = () =>
    fetch(`${baseUrl}/portals/probe-${id}/feedback`, { headers: { accept: 'application/json' } });
  const id = randomUUID();
  await ask();
  await delay(1_500);
  const second = await ask();
  if (!second.headers.has('x-cache')) return notAskable(question, 'there is no CloudFront before it');
  const age = second.headers.get('age') ?? '0';
  return { question, found: `a repeated 404 is ${age} s old`, holds: age === '0' };
}

async function clocks({ baseUrl }: ProbeTarget): Promise<Verdict> {
  const question = 'Do clocks agree?';
  const begun = Date.now();
  const answer = await fetch(`${baseUrl}/liveness`);
  const ended = Date.now();
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return notAskable(question, 'its answers have no date');
  // The header is in whole seconds.
  const skew = Math.max(0, begun - (date + 1_000), date - ended);
  return { question, found: `${skew} ms or more of difference`, holds: skew <= SKEW_MAX_MS };
}

async function fullTextSearch(probed: ProbeTarget): Promise<Verdict> {
  const word = `probe${Date.now().toString(36)}`;
  await createProbeStory(probed, word);
  const found = await until(probed.lagMaxMs, async () => {
    const { status, json } = await callApi(probed, `search?q=${word}`);
    return status === 200 && JSON.stringify(json).includes(word);
  });
  return {
    question: 'Does the SQLite of its functions have FTS5?',
    found: found === undefined ? 'the search finds nothing' : `found after ${found} ms`,
    holds: found !== undefined,
  };
}

async function transactionalPut({ database, isLocal }: ProbeTarget): Promise<Verdict> {
  const question = 'What does a transactional put with three indexes cost?';
  const id = `PROBE#${randomUUID()}`;
  const Item = {
    ...entityKey(id),
    inList: id,
    ...inIndex(gsi2, id),
    ...inIndex(gsi6, id),
    ttl: Math.ceil(Date.now() / 1_000),
  };
  const { ConsumedCapacity = [] } = await database.client.call('TransactWriteItems', {
    TransactItems: [{ Put: { TableName: database.tableName, Item } }],
    ReturnConsumedCapacity: 'INDEXES',
  });
  const [used] = ConsumedCapacity;
  const units = used?.WriteCapacityUnits ?? used?.CapacityUnits;
  const note = isLocal ? ' by the local engine' : '';
  return {
    question,
    found: `${units} write units${note}: a create costs ${units === 5 ? 9 : units === 8 ? 13 : 'something else'}`,
    holds: units !== undefined,
  };
}

async function streamLag(probed: ProbeTarget): Promise<Verdict> {
  const since = new Date(Date.now() - 1_000).toISOString();
  const title = `Probe ${randomUUID()}`;
  await createProbeStory(probed, title);
  const lag = await until(probed.lagMaxMs, async () =>
    JSON.stringify((await callApi(probed, `changes?since=${since}`)).json).includes(title),
  );
  return {
    question: 'How far does the stream lag?',
    found: lag === undefined ? `more than ${probed.lagMaxMs} ms` : `${lag} ms`,
    holds: lag !== undefined,
  };
}

async function webhooks(probed: ProbeTarget): Promise<Verdict> {
  const { problem, found } = await checkWebhooks(probed, probed.isLocal ? INBOX_URL : undefined);
  return {
    question: 'Does an event reach an endpoint?',
    found: problem ?? found,
    holds: problem === undefined,
  };
}

/** What takes deliveries on this machine, where the service's own address is none that webhooks go to. */
const INBOX_URL = 'https://inbox.plotline.test/';
