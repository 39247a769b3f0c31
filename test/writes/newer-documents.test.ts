import { beforeAll, expect, test } from 'vitest';
import { RULE_PREFIX } from '../../shared/events/rules/rule-route.ts';
import { routesOf } from '../../shared/events/webhooks/webhook-route-store.ts';
import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemKind } from '../../shared/kernel/db/table.ts';
import { newWorld, type World } from './sample.ts';
import { sendWrite, writes, writeSamples } from './samples.ts';

/** What a release after this one has stored with a document. */
const added = { addedLater: { by: ['a newer release'] } };

/** A link is one of the values of its story's document. */
const updates = writes.filter(({ method, id }) => method === 'PATCH' && id !== 'updateStoryLink');

let world: World;
let kinds: readonly ItemKind[];

beforeAll(async () => {
  [world, kinds] = [await newWorld(), await loadItemKinds()];
});

/** The stored documents of a thing that is named in a path; those of principals are keyed by their workspace, too. */
async function documentsOf(id: string): Promise<Item[]> {
  const all = kinds.flatMap(({ key }) => [key(id), key(`${world.workspace.id}#${id}`)]);
  const ofRules = { pk: routesOf(world.workspace.id), sk: `${RULE_PREFIX}${id}` };
  const keys = new Map([...all, ofRules].map((key) => [key.pk, key]));
  const items = await createReader(world.workspace.database).getMany([...keys.values()]);
  return items.filter((item) => item?.['doc'] !== undefined) as Item[];
}

const store = async (item: Item, doc: object) => {
  const { client, tableName } = world.workspace.database;
  await client.call('PutItem', { TableName: tableName, Item: { ...item, doc: JSON.stringify(doc) } }, {});
};

const docOf = (item: Item): object => JSON.parse(item['doc'] as string) as object;

test.each(updates.map((operation) => [operation.id, operation] as const))(
  '%s keeps what a newer release has added to the document, and does not show it',
  async (id, operation) => {
    const sample = await writeSamples[id]!(world);
    const named = Object.values(sample.params ?? { workspaceId: world.workspace.id }).at(-1)!;
    const before = await documentsOf(named);
    expect(before.length).toBeGreaterThan(0);
    for (const item of before) await store(item, { ...docOf(item), ...added });

    const answer = await sendWrite(world, operation, sample);
    expect(answer.status, answer.text).toBe(operation.status);
    expect(answer.text).not.toContain('addedLater');
    for (const item of await documentsOf(named)) expect(docOf(item)).toMatchObject(added);
  },
);
