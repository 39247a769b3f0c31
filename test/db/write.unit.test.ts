import { expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import { scriptedDatabase, stored } from '../aws/scripted-database.ts';

const script = scriptedDatabase();

const lost = [500, JSON.stringify({ __type: 'InternalServerError', message: 'No.' })] as const;
const refused = (found?: object) =>
  [400, JSON.stringify({ __type: 'ConditionalCheckFailedException', message: 'No.', Item: found })] as const;
const deletion = () =>
  commit({ client: script.ours, tableName: 'T' }, [
    { delete: { pk: 'a', sk: '-' }, if: 'present', onConditionFailed: () => new Error('It is gone.') },
  ]);

test('a deletion whose answer was lost is done when its repeat finds nothing', async () => {
  script.answers = [[...lost], [...refused()]];
  await deletion();
  expect(script.received).toHaveLength(2);
});

test.each([
  ['finds nothing at once', [refused()]],
  ['finds another version when it is repeated', [lost, refused(stored)]],
])('a deletion that %s is refused', async (_, answers) => {
  script.answers = answers.map(([status, body]) => [status, body]);
  await expect(deletion()).rejects.toThrow('It is gone.');
});
