import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { startLocal } from '../../../infra/local/start.ts';
import type { Local, LocalOptions } from '../../../infra/local/start.ts';
import { synthesize } from '../../../infra/local/synth.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** The assembly of the fixture app. */
export function fixtureAssembly(): Promise<string> {
  return synthesize(ROOT, {
    app: 'test/infra/local/fixture/app.ts',
    inputs: ['test/infra/local/fixture', 'package-lock.json'],
    except: [],
    into: 'dist/fixture',
  });
}

/** An empty folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The fixture app, served from a home of its own. Stop it yourself. */
export async function startFixture(options: Partial<LocalOptions> = {}): Promise<Local> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'plotline-test-'));
  const local = await startLocal({
    home,
    port: 0,
    assembly: await fixtureAssembly(),
    inMemory: true,
    quiet: true,
    ...options,
  });
  const stop = async () => {
    await local.stop();
    if (options.home === undefined) rmSync(home, { recursive: true, force: true });
  };
  return { ...local, stop };
}
