import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { startEngine } from '../../infra/local/database/engine.ts';
import { localCredentials } from '../../infra/local/runner/credentials.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { storyKeyOf, toStory, putStory } from '../../shared/planning/story/story-store.ts';
import { stockClient, title } from './fixture.ts';

/** The most items of a BatchWriteItem. */
const PER_BATCH = 25;
const AT_ONCE = 8;
/** Above the numbers that the service draws meanwhile. */
const FIRST_NUMBER = 10_000_000;

interface Filling {
  /** The home folder of a service that is not running. */
  home: string;
  tableName: string;
  /** A story of the team, of which the others are copies with ids, numbers and titles of their own. */
  like: string;
  from: number;
  to: number;
  onWritten: (count: number) => void;
}

/**
 * Writes stories straight to the table, as their store puts them, past the service: no events, counts or search follow.
 * The stream's records of them are removed, so that the service does not process them at its next start. Returns a
 * hundred of their ids, evenly spread.
 */
export async function fillTeam({ home, tableName, like, from, to, onWritten }: Filling): Promise<string[]> {
  const engine = await startEngine({ home });
  const client = stockClient(engine.endpoint, localCredentials);
  const ids: string[] = [];
  try {
    const { Item: item } = await client.send(new GetCommand({ TableName: tableName, Key: storyKeyOf(like) }));
    const story = toStory(item as Item);
    const limit = pLimit(AT_ONCE);
    const write = async (first: number) => {
      const numbers = Array.from({ length: Math.min(PER_BATCH, to - first) }, (_, at) => first + at);
      const puts = numbers.map((number) => {
        const id = newId(new Date());
        ids.push(id);
        const change = putStory({ ...story, id, sequenceId: FIRST_NUMBER + number, title: title(number) });
        if (!('put' in change)) throw new TypeError('A new story is not a put.');
        return { PutRequest: { Item: change.put } };
      });
      const { UnprocessedItems: left = {} } = await client.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: puts } }),
      );
      if (Object.keys(left).length > 0) throw new Error('The engine left items of a batch unwritten.');
      onWritten(numbers.length);
    };
    const firsts = Array.from(
      { length: Math.ceil((to - from) / PER_BATCH) },
      (_, at) => from + at * PER_BATCH,
    );
    await Promise.all(firsts.map((first) => limit(() => write(first))));
  } finally {
    client.destroy();
    await engine.stop();
  }
  forgetStream(engine.dataFile);
  const step = Math.max(1, Math.floor(ids.length / 100));
  return ids.filter((_, at) => at % step === 0).slice(0, 100);
}

/** Keeps the newest record, since numbering continues from it. */
function forgetStream(dataFile: string | undefined): void {
  if (dataFile === undefined) return;
  const database = new DatabaseSync(dataFile);
  database.exec(
    `DELETE FROM _stream_records WHERE CAST(sequence_number AS INTEGER) <
       (SELECT max(CAST(sequence_number AS INTEGER)) FROM _stream_records)`,
  );
  database.close();
}
