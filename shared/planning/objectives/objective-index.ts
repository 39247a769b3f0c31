import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { withLongText } from '../../kernel/db/long-text.ts';
import { eventLog } from '../../kernel/log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../../kernel/read-model/definition.ts';
import {
  findObjectiveUpdates,
  findTeamUpdates,
  getObjectiveUpdateItem,
  objectiveUpdateIdOf,
  toObjectiveUpdate,
} from '../objective-updates/objective-update-store.ts';
import {
  canSeeObjective,
  getObjectiveItem,
  objectiveIdOf,
  objectiveKind,
  objectivesOf,
  toObjective,
  toObjectiveReference,
} from '../objective/objective-store.ts';

/** The maximum number of a team's objectives that are searched. */
const LISTED_MAX = 20_000;

/** The maximum number of an objective's updates that are searched. */
const UPDATES_MAX = 500;

/** The maximum number of a team's private objectives whose updates are searched. */
const PRIVATE_MAX = 20;

/** The read model of a team's objectives and their updates, without those of private ones. */
export const objectiveModel: ModelDefinition = {
  name: 'objectives',
  version: 2,
  columns: { type: 'TEXT', objectiveId: 'TEXT' },
  indexes: [],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['objective', 'objective_update'],
  async build(read, teamId) {
    const [shared] = objectivesOf(teamId);
    const objectives = await objectivesIn(read, shared!);
    const ids = new Set(objectives.map(objectiveIdOf));
    const updates = objectives.length === 0 ? [] : await findTeamUpdates(read, teamId, LISTED_MAX);
    const documents = updates.map(updateDocument).filter(({ columns }) => ids.has(columns.objectiveId));
    return { documents: [...objectives.map(objectiveDocument), ...documents], next: undefined };
  },
  async load(read, kind, ids) {
    const loaded = await Promise.all(
      ids.map((id) => (kind === 'objective' ? loadObjective(read, id) : loadUpdate(read, id))),
    );
    return loaded.flat();
  },
};

/** The documents of an objective and its updates, which become private and public with it. */
async function loadObjective(read: Reader, id: string) {
  const [item, updates] = await Promise.all([
    read.get(objectiveKind.key(id)),
    findObjectiveUpdates(read, id, { limit: UPDATES_MAX }),
  ]);
  const isShared = item !== undefined && !toObjective(item).private;
  return [
    { id, document: isShared ? objectiveDocument(item) : null },
    ...updates.map((update) => ({
      id: objectiveUpdateIdOf(update),
      document: isShared ? updateDocument(update) : null,
    })),
  ];
}

async function loadUpdate(read: Reader, id: string) {
  const update = await getObjectiveUpdateItem(read, id);
  const objective = update && (await getObjectiveItem(read, toObjectiveUpdate(update).objectiveId));
  const isShared = objective !== undefined && !toObjective(objective).private;
  return [{ id, document: update && isShared ? updateDocument(update) : null }];
}

/** The documents of a team's private objectives that a caller may see, and of updates of the newest of them. */
export async function privateObjectives(
  read: Reader,
  caller: Caller,
  teamId: string,
): Promise<IndexedDocument[]> {
  const [, hidden] = objectivesOf(teamId);
  const items = await objectivesIn(read, hidden!, (item) =>
    canSeeObjective(caller, toObjectiveReference(item)),
  );
  const updates = await Promise.all(
    items
      .slice(0, PRIVATE_MAX)
      .map((item) => findObjectiveUpdates(read, objectiveIdOf(item), { limit: UPDATES_MAX })),
  );
  return [...items.map(objectiveDocument), ...updates.flat().map(updateDocument)];
}

/** Reads the matching objectives of a partition, newest first, with their whole texts. */
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
  const columns = { type: 'objective', objectiveId: null };
  return { id, reference: null, title: name, body, columns, tags: {} };
}

function updateDocument(item: Item) {
  const { id, objectiveId, body } = toObjectiveUpdate(item);
  const columns = { type: 'objective_update', objectiveId };
  return { id, reference: null, title: '', body, columns, tags: {} } satisfies IndexedDocument;
}
