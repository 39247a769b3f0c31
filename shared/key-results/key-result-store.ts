import type { Reader } from '../db/reader.ts';
import { entityKey } from '../db/table.ts';

/** What a story needs to know of a key result. */
export interface KeyResultReference {
  teamId: string;
  objectiveId: string;
}

export async function getKeyResultReference(
  read: Reader,
  id: string,
): Promise<KeyResultReference | undefined> {
  const item = await read.get(entityKey(`R#${id}`));
  return item && { teamId: item['teamId'] as string, objectiveId: item['objectiveId'] as string };
}
