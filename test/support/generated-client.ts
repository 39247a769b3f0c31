import { existsSync } from 'node:fs';
import { generatedFolder } from '../../client/generated-folder.ts';

/**
 * Makes what tests of the client import where there is none, as in a fresh clone whose tests are started by vitest itself.
 * Whether it is current, `npm test` asks.
 */
export default async function generateClient(): Promise<void> {
  if (existsSync(generatedFolder)) return;
  const { ensureGenerated } = await import('../../client/generated-sources.ts');
  await ensureGenerated();
}
