import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { withLongText } from '../../kernel/db/long-text.ts';
import { eventLog } from '../../kernel/log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../../kernel/read-model/definition.ts';
import { loadedDocuments } from '../../kernel/read-model/loaded-documents.ts';
import {
  canSeeObjective,
  objectiveKind,
  objectivesOf,
  toObjective,
  toObjectiveReference,
} from './objective-store.ts';

/** The maximum number of a team's objectives that are searched. */
const LISTED_MAX = 20_000;

/** The read model of a team's objectives, without private ones. */
export const objectiveModel: ModelDefinition = {
  name: 'objectives',
  version: 1,
  columns: {},
  indexes: [],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['objective'],
  async build(read, teamId) {
    const [shared] = objectivesOf(teamId);
    return { documents: (await objectivesIn(read, shared!)).map(objectiveDocument), next: undefined };
  },
  async load(read, _kind, ids) {
    const items = await Promise.all(ids.map((id) => read.get(objectiveKind.key(id))));
    return loadedDocuments(ids, items, (item) =>
      toObjective(item).private ? null : objectiveDocument(item),
    );
  },
};

/** The documents of a team's private objectives that a caller may see. */
export async function privateObjectives(
  read: Reader,
  caller: Caller,
  teamId: string,
): Promise<IndexedDocument[]> {
  const [, hidden] = objectivesOf(teamId);
  const items = await objectivesIn(read, hidden!, (item) =>
    canSeeObjective(caller, toObjectiveReference(item)),
  );
  return items.map(objectiveDocument);
}

/** Reads the matching objectives of a partition, with their whole texts. */
async function objectivesIn(
  read: Reader,
  partition: string,
  wanted: (item: Item) => boolean = () => true,
): Promise<Item[]> {
  const items = await read.query({ index: 'list', partition, limit: LISTED_MAX });
  const objectives = items.filter((item) => objectiveKind.includes(item) && wanted(item));
  return objectives.length === 0 ? [] : await withLongText(read, objectives);
}

function objectiveDocument(item: Item): IndexedDocument {
  const { id, name, shortSummary, description } = toObjective(item);
  const body = [shortSummary, description].filter((text) => text !== null).join('\n');
  return { id, reference: null, title: name, body, columns: {}, tags: {} };
}
