import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { startLocal } from '../../../infra/local/start.ts';
import type { RunningService, LocalOptions } from '../../../infra/local/start.ts';
import { synthesize } from '../../../infra/local/template/synth.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** The assembly of the fixture app. */
export function fixtureAssembly(): Promise<string> {
  return synthesize(ROOT, {
    app: 'test/infra/local/fixture/app.ts',
    inputs: ['test/infra/local/fixture', 'shared/kernel/net', 'package-lock.json'],
    except: [],
    into: 'fixture',
  });
}

export type TemplateResources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

/** A copy of that assembly with another template for one of its stacks. */
export async function alteredAssembly(
  change: (resources: TemplateResources) => void,
  stack: 'Fixture-api' | 'Fixture-data' = 'Fixture-api',
): Promise<string> {
  const directory = join(temporaryFolder(), 'assembly');
  cpSync(await fixtureAssembly(), directory, { recursive: true });
  const file = join(directory, `${stack}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: TemplateResources };
  change(template.Resources);
  writeFileSync(file, JSON.stringify(template));
  return directory;
}

/** An empty folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The fixture app, served from a home of its own. Stop it yourself. */
export async function startFixture(options: Partial<LocalOptions> = {}): Promise<RunningService> {
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
