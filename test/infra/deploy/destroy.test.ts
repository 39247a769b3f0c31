import { expect, test } from 'vitest';
import { CommandError } from '../../../cli/core/command-error.ts';
import { destroy } from '../../../infra/deploy/destroy.ts';
import { production } from '../production.ts';

test('an environment that keeps its data is not deleted, whatever is confirmed', async () => {
  const refused = destroy(production(), { yes: true, keepData: false });
  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow(/prod keeps its data: with --keep-data everything but the table/);
});
