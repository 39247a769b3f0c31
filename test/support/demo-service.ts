import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '../../infra/local/demo/seed-demo.ts';
import type { Demo } from '../../cli/core/demo-file.ts';
import { startService, type OwnService } from './service.ts';

/** A service of the suite's own with the demo that `npm start` serves. Stop it when done. */
export async function startDemoService(): Promise<{ service: OwnService; demo: Demo }> {
  const service = await startService();
  const home = mkdtempSync(join(tmpdir(), 'plotline-demo-'));
  const demo = await seedDemo({ ...service, tableName: () => service.tableName, home });
  const stop = async () => {
    await service.stop();
    rmSync(home, { recursive: true });
  };
  return { service: { ...service, stop }, demo };
}
