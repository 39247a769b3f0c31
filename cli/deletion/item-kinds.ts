import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declaredKinds, type ItemKind } from '../../shared/kernel/db/table.ts';

const shared = resolve(import.meta.dirname, '../../shared');

/** All kinds of items: loads the stores, which declare them. */
export async function loadItemKinds(): Promise<readonly ItemKind[]> {
  const stores = globSync('**/*-{store,kind}.ts', { cwd: shared });
  await Promise.all(stores.map((file) => import(pathToFileURL(resolve(shared, file)).href)));
  return declaredKinds();
}
